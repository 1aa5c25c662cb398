package dev.rowan.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.Row;
import dev.rowan.api.Sha256;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.plugin.Sink.Existing;
import dev.rowan.api.plugin.SinkPlugin;
import dev.rowan.api.schema.RowFields;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/// The contract of every file sink.
public abstract class FileSinkContract extends PluginContract<SinkPlugin> {
    private static final Row ROW = Row.of("id", "1").with("text", "täxt");

    @Override
    protected final Class<SinkPlugin> service() {
        return SinkPlugin.class;
    }

    @Override
    protected Map<String, Object> options() {
        return Map.of("path", "out");
    }

    @Test
    void marksExactlyTheBytesThatItWrote() throws Exception {
        try (Sink sink = open("out", Existing.REFUSE, Map.of())) {
            for (int rows = 1; rows <= 3; rows++) {
                sink.write(ROW);
                Sink.Mark mark = sink.sync();
                assertMarks(mark, rows, 0, folder.resolve("out"));
            }
        }
    }

    @Test
    void writesRowsOfManyBuffers() throws Exception {
        Row wide = ROW.with("text", "x".repeat(50_000));
        try (Sink sink = open("out", Existing.REFUSE, Map.of())) {
            for (int i = 0; i < 20; i++) {
                assertThat(sink.write(wide)).isEmpty();
            }
            assertMarks(sink.sync(), 20, 0, folder.resolve("out"));
        }
    }

    @Test
    void writesNothingButWholeLines() throws Exception {
        try (Sink sink = open("out", Existing.REFUSE, Map.of())) {
            for (int i = 0; i < 60; i++) {
                sink.write(ROW.with("text", "x".repeat(i * 1_000)));
                assertThat(Files.readString(folder.resolve("out")))
                        .matches(text -> text.isEmpty() || text.endsWith("\n"));
            }
            assertThat(folder.resolve("out"))
                    .as("must-fail control: something was written")
                    .isNotEmptyFile();
        }
    }

    /// A sink that can be written in parts writes the same bytes so.
    @Test
    void itsPartsAreTheWholeOutput() throws Exception {
        try (Sink sink = open("out", Existing.REFUSE, Map.of())) {
            for (int n = 0; n < 4; n++) {
                sink.write(ROW.with("text", "row " + n));
            }
            sink.finish();
        }
        var joined = new ByteArrayOutputStream();
        Sink whole = sink("out", Map.of());
        whole.expect(() -> new RowFields(ROW.names().list(), true));
        Assumptions.assumeTrue(whole.parts() instanceof Sink.Parts.Joined, "its parts cannot be joined");
        for (int n = 0; n < 4; n += 2) {
            Path file = folder.resolve("out.part-" + n);
            try (Sink part = whole.part(new Sink.PartInfo(n / 2, "out.part-" + n, n == 0))) {
                part.open(Existing.OVERWRITE);
                part.write(ROW.with("text", "row " + n));
                part.write(ROW.with("text", "row " + (n + 1)));
                assertMarks(part.finish(), 2, 0, file);
            }
            joined.write(Files.readAllBytes(file));
        }
        assertThat(folder.resolve("out")).hasBinaryContent(joined.toByteArray());
    }

    @Test
    void anInterruptDoesNotCloseTheFile() throws Exception {
        try (Sink sink = open("out", Existing.REFUSE, Map.of())) {
            Thread.currentThread().interrupt();
            sink.write(ROW);
            Sink.Mark mark = sink.sync();
            assertThat(Thread.interrupted()).isTrue();
            assertMarks(mark, 1, 0, folder.resolve("out"));
        }
    }

    @Test
    void replacesTheFileThatALinkPointsToAndKeepsTheLink() throws Exception {
        Path real = Files.writeString(folder.resolve("real"), "old\n");
        Files.createSymbolicLink(folder.resolve("out"), real);
        try (Sink sink = open("out", Existing.OVERWRITE, Map.of())) {
            sink.write(ROW);
            assertMarks(sink.sync(), 1, 0, real);
        }
        assertThat(folder.resolve("out")).isSymbolicLink();
        Files.delete(real);
        assertThat(plugin().configure(section(options())).check(Existing.OVERWRITE))
                .hasValueSatisfying(problem -> assertThat(problem).contains("is a dangling link"));
    }

    @Test
    void takesBackRowsBehindTheLastSync() throws Exception {
        Path out = folder.resolve("out");
        Sink sink = open("out", Existing.REFUSE, Map.of());
        sink.write(ROW);
        sink.sync();
        byte[] durable = Files.readAllBytes(out);
        sink.write(ROW.with("text", "y".repeat(300_000)));
        assertThat(Files.size(out))
                .as("must-fail control: the row has reached the file")
                .isGreaterThan(durable.length);
        sink.close();

        assertThat(out).hasBinaryContent(durable);
    }

    @Test
    void refusesOutputThatExistsAndSaysWhatToDo() throws Exception {
        Path out = Files.writeString(folder.resolve("out"), "old\n");
        Sink sink = plugin().configure(section(options()));

        assertThat(sink.check(Existing.REFUSE))
                .hasValueSatisfying(
                        problem -> assertThat(problem).contains("already exists", "--overwrite", "mode: append"));
        assertThatThrownBy(() -> sink.open(Existing.REFUSE)).isInstanceOf(PluginException.class);
        assertThat(out).hasContent("old\n");
    }

    @Test
    void replacesOutputWhenAskedTo() throws Exception {
        Path out = Files.writeString(folder.resolve("out"), "old\n");
        try (Sink sink = open("out", Existing.OVERWRITE, Map.of())) {
            sink.write(ROW);
            assertMarks(sink.sync(), 1, 0, out);
        }
        assertThat(out).content().doesNotContain("old");
        assertPrivate(out, "rw-------");
    }

    @Test
    void neitherReplacesNorAddsToADatabase() throws Exception {
        Path out = Files.writeString(folder.resolve("out"), "SQLite format 3\0and the record of every run");
        for (String mode : List.of("create", "append")) {
            Sink sink = plugin().configure(section(Map.of("path", "out", "mode", mode)));

            assertThat(sink.check(Existing.OVERWRITE))
                    .hasValueSatisfying(problem -> assertThat(problem).contains("is a SQLite database"));
            assertThatThrownBy(() -> sink.open(Existing.OVERWRITE)).isInstanceOf(PluginException.class);
        }
        assertThat(out).content().endsWith("the record of every run");
    }

    @Test
    void appendsToWhatAnEarlierRunWrote() throws Exception {
        Path out = folder.resolve("out");
        for (int run = 0; run < 2; run++) {
            long start = run == 0 ? 0 : Files.size(out);
            try (Sink sink = open("out", Existing.REFUSE, Map.of("mode", "append"))) {
                sink.write(ROW);
                assertMarks(sink.sync(), 1, start, out);
            }
        }
    }

    @Test
    void endsALineThatSomebodyLeftOpenBeforeItAppends() throws Exception {
        Path out = folder.resolve("out");
        try (Sink sink = open("out", Existing.REFUSE, Map.of())) {
            sink.write(ROW);
            sink.sync();
        }
        String whole = Files.readString(out);
        Files.writeString(out, whole.stripTrailing());
        try (Sink sink = open("out", Existing.REFUSE, Map.of("mode", "append"))) {
            sink.write(ROW);
            sink.sync();
        }
        assertThat(out).content().startsWith(whole);
    }

    @Test
    void makesFoldersAndFilesForTheirOwnerAlone() throws Exception {
        open("a/b/out", Existing.REFUSE, Map.of()).close();

        assertPrivate(folder.resolve("a"), "rwx------");
        assertPrivate(folder.resolve("a/b"), "rwx------");
        assertPrivate(folder.resolve("a/b/out"), "rw-------");
    }

    @Test
    void checkingTouchesNothing() {
        Sink sink = plugin().configure(section(Map.of("path", "a/out")));

        assertThat(sink.check(Existing.REFUSE)).isEmpty();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void refusesAFolderAndAFileInTheWay() throws Exception {
        Files.writeString(folder.resolve("file"), "");

        assertThat(plugin().configure(section(Map.of("path", "."))).check(Existing.OVERWRITE))
                .hasValueSatisfying(problem -> assertThat(problem).contains("is a directory"));
        assertThat(plugin().configure(section(Map.of("path", "file/out"))).check(Existing.OVERWRITE))
                .hasValueSatisfying(problem -> assertThat(problem).contains("is a file, not a directory"));
    }

    @Test
    void refusesAFolderThatIsNotWritable() throws Exception {
        Path locked = Files.createDirectory(folder.resolve("locked"));
        Assumptions.assumeTrue(locked.toFile().setWritable(false) && !Files.isWritable(locked), "not as root");

        assertThat(plugin().configure(section(Map.of("path", "locked/out"))).check(Existing.OVERWRITE))
                .hasValueSatisfying(problem -> assertThat(problem).contains("not writable"));
    }

    @Test
    void saysWhyTheSystemRefusedToMakeTheFile() {
        Assumptions.assumeTrue(Files.isWritable(Path.of("/proc")), "only root gets past the check");
        Sink sink = plugin().configure(section(Map.of("path", "/proc/out")));

        assertThatThrownBy(() -> sink.open(Existing.REFUSE))
                .isInstanceOf(PluginException.class)
                .hasMessage("/proc/out cannot be opened for writing: no such file or directory");
    }

    @Test
    void saysThatTheDiskIsFull() throws Exception {
        Assumptions.assumeTrue(Files.exists(Path.of("/dev/full")));
        try (Sink sink = open("/dev/full", Existing.OVERWRITE, Map.of())) {
            sink.write(ROW);
            assertThatThrownBy(sink::sync)
                    .isInstanceOf(PluginException.class)
                    .hasMessageContainingAll("/dev/full", "No space left on device", "free space");
        }
    }

    @Test
    void mayBeClosedTwiceAndUnopened() throws Exception {
        Sink sink = open("out", Existing.REFUSE, Map.of());
        sink.write(ROW);
        sink.close();
        sink.close();
        plugin().configure(section(options())).close();
    }

    @Test
    void namesItsFile() {
        assertThat(plugin().configure(section(options())).file()).contains(folder.resolve("out"));
    }

    protected final Sink open(String path, Existing existing, Map<String, Object> more) throws Exception {
        Sink sink = sink(path, more);
        sink.open(existing);
        return sink;
    }

    /// A sink for this path, not yet opened.
    protected final Sink sink(String path, Map<String, Object> more) {
        var options = new HashMap<String, Object>(more);
        options.put("path", path);
        return plugin().configure(section(options));
    }

    private static void assertMarks(Sink.Mark mark, long rows, long start, Path file) throws Exception {
        byte[] bytes = Files.readAllBytes(file);
        byte[] own = Arrays.copyOfRange(bytes, (int) start, bytes.length);
        String sha256 = Sha256.hex(own);
        assertThat(mark).isEqualTo(new Sink.Mark(rows, start, bytes.length, sha256));
    }

    private static void assertPrivate(Path path, String permissions) throws Exception {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                .isEqualTo(permissions);
    }
}
