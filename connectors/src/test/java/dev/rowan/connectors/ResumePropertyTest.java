package dev.rowan.connectors;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Row;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.plugin.Sink.Existing;
import dev.rowan.api.plugin.Sink.Mark;
import dev.rowan.api.plugin.SinkPlugin;
import dev.rowan.connectors.csv.CsvSinkPlugin;
import dev.rowan.connectors.jsonl.JsonlSinkPlugin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/// Whatever is written, wherever it is synced and at whichever byte the process dies: the file of a resumed run
/// equals that of an uninterrupted run.
class ResumePropertyTest {
    private static Path file = Path.of("unset");

    @BeforeContainer
    static void makeFile() throws IOException {
        file = Files.createTempFile("resume", ".txt");
    }

    @AfterContainer
    static void deleteFile() throws IOException {
        Files.delete(file);
    }

    /// Rows of one shape, the previous content of the file, and the randomness of the crashes.
    record SinkCase(SinkPlugin plugin, List<Row> rows, boolean appends, boolean openLine, long seed) {}

    /// How a process opens what another one left.
    private interface Reopening {
        void open(Sink sink, Mark mark) throws IOException;
    }

    @Property(tries = 300)
    @Tag("slow")
    void theFileIsThatOfARunThatNeverDied(@ForAll("sinkCases") SinkCase sinkCase) throws IOException {
        Mark writeAll = writeAll(sinkCase);
        byte[] expected = Files.readAllBytes(file);

        Mark mark = writeWithThreeCrashes(sinkCase, expected, Sink::resume);

        assertThat(mark).isEqualTo(writeAll);
        assertThat(Files.readString(file)).isEqualTo(new String(expected, UTF_8));
    }

    @Property(tries = 50)
    void mustFailControlWithoutTheCutRowsStandTwice(@ForAll("sinkCases") SinkCase sinkCase) throws IOException {
        Assume.that(sinkCase.plugin instanceof JsonlSinkPlugin); // csv would stumble over a torn header
        writeAll(sinkCase);
        byte[] expected = Files.readAllBytes(file);

        writeWithThreeCrashes(sinkCase, expected, (sink, _) -> sink.open(Existing.APPEND));

        assertThat(Files.readAllBytes(file)).isNotEqualTo(expected);
    }

    private static Mark writeAll(SinkCase sinkCase) throws IOException {
        before(sinkCase);
        try (Sink sink = sink(sinkCase)) {
            sink.open(sinkCase.appends ? Existing.APPEND : Existing.OVERWRITE);
            for (Row row : sinkCase.rows) {
                assertThat(sink.write(row)).isEmpty();
            }
            return sink.sync();
        }
    }

    private static void before(SinkCase sinkCase) throws IOException {
        Files.writeString(file, "");
        if (!sinkCase.appends) {
            return;
        }
        try (Sink sink = sink(sinkCase)) {
            sink.open(Existing.OVERWRITE);
            sink.write(sinkCase.rows.getFirst());
            sink.sync();
        }
        if (sinkCase.openLine) {
            byte[] whole = Files.readAllBytes(file);
            Files.write(file, Arrays.copyOf(whole, whole.length - 1));
        }
    }

    /// Writes the rows by four processes, three of which die with torn bytes after the last sync.
    private static Mark writeWithThreeCrashes(SinkCase sinkCase, byte[] expected, Reopening reopening)
            throws IOException {
        var random = new Random(sinkCase.seed);
        before(sinkCase);
        Sink sink = sink(sinkCase);
        Existing existing = sinkCase.appends ? Existing.APPEND : Existing.OVERWRITE;
        Mark mark = sink.start(existing);
        sink.open(existing);
        for (int death = 0; death < 3; death++) {
            int to = (int) mark.rows() + random.nextInt((int) (sinkCase.rows.size() - mark.rows() + 1));
            for (int i = (int) mark.rows(); i < to; i++) {
                assertThat(sink.write(sinkCase.rows.get(i))).isEmpty();
                if (random.nextBoolean()) {
                    mark = sink.sync();
                }
            }
            sink.close();
            tear(mark, expected, random);
            sink = sink(sinkCase);
            reopening.open(sink, mark);
        }
        try (Sink last = sink) {
            for (Row row : sinkCase.rows.subList((int) mark.rows(), sinkCase.rows.size())) {
                assertThat(last.write(row)).isEmpty();
            }
            return last.sync();
        }
    }

    /// Writes a part of the following bytes after the mark, or bytes of a torn page.
    private static void tear(Mark mark, byte[] expected, Random random) throws IOException {
        byte[] now = Files.readAllBytes(file);
        int more = 1 + random.nextInt(40);
        byte[] torn = Arrays.copyOf(now, now.length + more);
        for (int i = 0; i < more; i++) {
            int at = (int) mark.end() + i;
            torn[now.length + i] =
                    at < expected.length && random.nextInt(4) > 0 ? expected[at] : (byte) random.nextInt();
        }
        Files.write(file, torn);
    }

    private static Sink sink(SinkCase sinkCase) {
        var options = ConfigNode.of(Map.of("path", file.toString()));
        Section section = Section.check(options, sinkCase.plugin.options(), Path.of(""), new Problems())
                .orElseThrow();
        return sinkCase.plugin.configure(section);
    }

    @Provide
    Arbitrary<SinkCase> sinkCases() {
        Arbitrary<List<Row>> rows = cells().filter(name -> !name.isBlank() && name.indexOf('\0') < 0)
                .list()
                .ofMinSize(1)
                .ofMaxSize(4)
                .uniqueElements()
                .flatMap(names -> cells().list()
                        .ofSize(names.size())
                        .map(values -> Row.of(Row.Names.of(names), values))
                        .list()
                        .ofMinSize(1)
                        .ofMaxSize(8));
        return Combinators.combine(
                        Arbitraries.of(new CsvSinkPlugin(), new JsonlSinkPlugin()),
                        rows,
                        Arbitraries.of(true, false),
                        Arbitraries.of(true, false),
                        Arbitraries.longs())
                .as(SinkCase::new);
    }

    private static Arbitrary<String> cells() {
        Arbitrary<String> special =
                Arbitraries.of(",", "\"", "'", "\r", "\n", "\r\n", "a", "b", "=", " ", "ü", "\uFEFF", "\uD83D\uDE00");
        return Arbitraries.oneOf(
                special.list().ofMaxSize(6).map(parts -> String.join("", parts)),
                Arbitraries.strings()
                        .ofMaxLength(10)
                        .filter(text -> UTF_8.newEncoder().canEncode(text)));
    }
}
