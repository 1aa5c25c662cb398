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
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/// Whatever is written, wherever it is synced and at whichever byte the process dies: the file of a resumed run is
/// that of a run that never died.
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

    /// Rows of one shape, what stood in the file before, and the chance by which the process dies.
    record Story(SinkPlugin plugin, List<Row> rows, boolean appends, boolean openLine, long seed) {}

    /// How a process goes on that finds what another left.
    private interface Going {
        void on(Sink sink, Mark mark) throws IOException;
    }

    @Property(tries = 300)
    void theFileIsThatOfARunThatNeverDied(@ForAll("stories") Story story) throws IOException {
        Mark straight = straight(story);
        byte[] expected = Files.readAllBytes(file);

        Mark mark = dyingThrice(story, expected, Sink::resume);

        assertThat(mark).isEqualTo(straight);
        assertThat(Files.readString(file)).isEqualTo(new String(expected, UTF_8));
    }

    @Property(tries = 50)
    void mustFailControlWithoutTheCutRowsStandTwice(@ForAll("stories") Story story) throws IOException {
        Assume.that(story.plugin instanceof JsonlSinkPlugin); // csv would stumble over a torn header
        straight(story);
        byte[] expected = Files.readAllBytes(file);

        dyingThrice(story, expected, (sink, _) -> sink.open(Existing.APPEND));

        assertThat(Files.readAllBytes(file)).isNotEqualTo(expected);
    }

    private static Mark straight(Story story) throws IOException {
        before(story);
        try (Sink sink = sink(story)) {
            sink.open(story.appends ? Existing.APPEND : Existing.OVERWRITE);
            for (Row row : story.rows) {
                assertThat(sink.write(row)).isEmpty();
            }
            return sink.sync();
        }
    }

    private static void before(Story story) throws IOException {
        Files.writeString(file, "");
        if (!story.appends) {
            return;
        }
        try (Sink sink = sink(story)) {
            sink.open(Existing.OVERWRITE);
            sink.write(story.rows.getFirst());
            sink.sync();
        }
        if (story.openLine) {
            byte[] whole = Files.readAllBytes(file);
            Files.write(file, Arrays.copyOf(whole, whole.length - 1));
        }
    }

    /// Writes the rows over four processes, of which three die with torn bytes behind what they synced last.
    private static Mark dyingThrice(Story story, byte[] expected, Going going) throws IOException {
        var random = new Random(story.seed);
        before(story);
        Sink sink = sink(story);
        Existing existing = story.appends ? Existing.APPEND : Existing.OVERWRITE;
        Mark mark = sink.start(existing);
        sink.open(existing);
        for (int death = 0; death < 3; death++) {
            int to = (int) mark.rows() + random.nextInt((int) (story.rows.size() - mark.rows() + 1));
            for (int i = (int) mark.rows(); i < to; i++) {
                assertThat(sink.write(story.rows.get(i))).isEmpty();
                if (random.nextBoolean()) {
                    mark = sink.sync();
                }
            }
            sink.close();
            tear(mark, expected, random);
            sink = sink(story);
            going.on(sink, mark);
        }
        try (Sink last = sink) {
            for (Row row : story.rows.subList((int) mark.rows(), story.rows.size())) {
                assertThat(last.write(row)).isEmpty();
            }
            return last.sync();
        }
    }

    /// Leaves behind the mark a piece of what was to come, or bytes that a torn page might hold.
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

    private static Sink sink(Story story) {
        var options = ConfigNode.of(Map.of("path", file.toString()));
        Section section = Section.check(options, story.plugin.options(), Path.of(""), new Problems())
                .orElseThrow();
        return story.plugin.configure(section);
    }

    @Provide
    Arbitrary<Story> stories() {
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
                .as(Story::new);
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
