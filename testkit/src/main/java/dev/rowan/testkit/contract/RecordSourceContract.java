package dev.rowan.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.Row;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Source;
import dev.rowan.api.plugin.Source.Item;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The contract of sources that read several files, unpack them and know encodings.
public abstract class RecordSourceContract extends FileSourceContract {

    /// Whether the rows name their file anyway.
    protected boolean namesItsFile() {
        return false;
    }

    @Test
    void readsTheFilesOfAFolderInTheOrderOfTheirNames() throws Exception {
        write("data/b", content());
        write("data/a", content());
        write("data/.hidden", content());
        write("data/sub/c", content());

        assertThat(readAll(Map.of("path", "data")))
                .hasSize(2 * rows().size())
                .map(Item::position)
                .doesNotHaveDuplicates()
                .isSorted();
    }

    @Test
    void readsTheFilesThatMatchAPattern() throws Exception {
        write("data/x.in", content());
        write("data/2026/b.in", content());
        write("data/2026/a.in", content());
        write("data/2026/a.out", content());

        assertThat(files("data/*.in")).containsExactly("data/x.in");
        assertThat(files("data/**/*.in")).containsExactly("data/2026/a.in", "data/2026/b.in", "data/x.in");
        assertThat(files("data/*/?.{in,out}")).containsExactly("data/2026/a.in", "data/2026/a.out", "data/2026/b.in");
        assertThat(files(folder.resolve("data/2026/[b-z].in").toString()))
                .containsExactly(folder.resolve("data/2026/b.in").toString());
    }

    private List<String> files(String pattern) throws Exception {
        return readAll(Map.of("path", pattern, "file_name", "_path")).stream()
                .map(item -> String.valueOf(((Item.Record) item).row().get("_path")))
                .distinct()
                .toList();
    }

    @Test
    void addsTheNameOfTheFileToEachRow() throws Exception {
        write("input", content());
        assertThat(readAll(Map.of("path", "input", "file_name", "_path")))
                .map(item -> ((Item.Record) item).row())
                .isEqualTo(
                        rows().stream().map(row -> row.with("_path", "input")).toList());
    }

    @Test
    void saysThatNoFileMatches() {
        assertThatThrownBy(() -> readAll(Map.of("path", "data/*.in")))
                .isInstanceOf(PluginException.class)
                .hasMessageContainingAll("*.in matches no file in " + folder.resolve("data"), "check 'path'");
    }

    @Test
    void itsFingerprintCoversTheNamesAndContentsOfAllFiles() throws Exception {
        write("data/a", content());
        write("data/b", content());
        String print = fingerprint("data");
        assertThat(print).startsWith("files:2,sha256:").endsWith(",bytes:" + 2 * content().length);
        assertThat(fingerprint("data")).isEqualTo(print);

        Files.move(folder.resolve("data/b"), folder.resolve("data/c"));
        assertThat(fingerprint("data")).isNotEqualTo(print);
        Files.move(folder.resolve("data/c"), folder.resolve("data/b"));
        write("data/d", content());
        assertThat(fingerprint("data")).isNotEqualTo(print);
        Files.delete(folder.resolve("data/d"));
        assertThat(fingerprint("data")).isEqualTo(print);
        write("data/b", Arrays.copyOf(content(), content().length - 1));
        assertThat(fingerprint("data")).isNotEqualTo(print);
    }

    @Test
    void stopsAtAFileThatHasVanished() throws Exception {
        write("data/a", content());
        Path second = write("data/b", content());
        try (Source source = open(Map.of("path", "data"))) {
            Files.delete(second);
            assertThatThrownBy(() -> readAll(source))
                    .isInstanceOf(PluginException.class)
                    .hasMessageContainingAll(second + " has disappeared since the run listed its input", "restore it");
        }
    }

    @Test
    void stopsAtAFileThatHasChanged() throws Exception {
        write("data/a", content());
        Path second = write("data/b", content());
        try (Source source = open(Map.of("path", "data"))) {
            Files.write(second, Arrays.copyOf(content(), content().length - 1));
            assertThatThrownBy(() -> readAll(source))
                    .isInstanceOf(PluginException.class)
                    .hasMessageContainingAll(second + " has changed since the run listed its input", "bytes");
        }
    }

    @Test
    void readsAFileThatWasOnlyTouched() throws Exception {
        Path file = write("input", content());
        try (Source source = open(Map.of("path", "input"))) {
            source.fingerprint();
            Files.setLastModifiedTime(file, FileTime.fromMillis(1_000));
            assertThat(readAll(source)).hasSameSizeAs(rows());
        }
    }

    @Test
    void unpacksGzipByNameAndByOption() throws Exception {
        byte[] packed = gzip(content());
        write("input.gz", packed);
        write("input", packed);
        Map<String, Object> byName = Map.of("path", "input.gz");
        Map<String, Object> byOption = Map.of("path", "input", "compression", "gzip");
        for (Map<String, Object> options : List.of(byName, byOption)) {
            try (Source source = open(options)) {
                assertSameRows(readAll(source));
                assertThat(source.progress())
                        .isEqualTo(source.size().orElseThrow())
                        .isEqualTo(packed.length);
            }
        }
    }

    @Test
    void readsEveryMemberOfAGzipFile() throws Exception {
        byte[] content = content();
        var members = new ByteArrayOutputStream();
        for (int from = 0; from < content.length; from += 7) {
            members.write(gzip(Arrays.copyOfRange(content, from, Math.min(content.length, from + 7))));
        }
        write("input.gz", members.toByteArray());

        assertSameRows(readAll(Map.of("path", "input.gz")));
    }

    @Test
    void quarantinesTheRestOfADamagedFileAndReadsTheNext() throws Exception {
        byte[] packed = gzip((new String(content(), StandardCharsets.UTF_8) + "\n").getBytes(StandardCharsets.UTF_8));
        packed[packed.length - 5] ^= 1; // its checksum
        write("data/a.gz", packed);
        write("data/b", content());

        List<Item> items = readAll(Map.of("path", "data"));

        assertThat(items).hasSize(2 * rows().size() + 1);
        assertThat(items.get(rows().size())).isInstanceOfSatisfying(Item.Unreadable.class, rest -> {
            assertThat(rest.position()).startsWith("data/a.gz after ");
            assertThat(rest.reason().code()).isEqualTo("broken_compression");
            assertThat(rest.reason().message()).contains("the checksum does not match");
            assertThat(rest.reason().details())
                    .containsEntry("file", "data/a.gz")
                    .containsKey("compressed_byte");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16", "x-UTF-16LE-BOM"})
    void takesTheEncodingFromAByteOrderMark(String charset) throws Exception {
        write("input", encoded(charset));

        assertSameRows(readAll(Map.of("path", "input")));
        assertSameRows(readAll(Map.of("path", "input", "encoding", "iso-8859-1")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16LE", "UTF-16BE", "ISO-8859-1", "windows-1252"})
    void readsTheEncodingThatTheOptionNames(String charset) throws Exception {
        write("input", encoded(charset));

        assertSameRows(readAll(Map.of("path", "input", "encoding", charset.toLowerCase(Locale.ROOT))));
    }

    @Test
    void doesNotGuessTheByteOrder() throws Exception {
        write("input", encoded("UTF-16LE"));

        assertThatThrownBy(() -> readAll(Map.of("path", "input", "encoding", "utf-16")))
                .isInstanceOf(PluginException.class)
                .hasMessageContainingAll("has no byte order mark", "encoding: utf-16le");
    }

    private byte[] encoded(String charset) {
        return new String(content(), StandardCharsets.UTF_8)
                .replace("\uFEFF", "")
                .getBytes(Charset.forName(charset));
    }

    private void assertSameRows(List<Item> items) {
        Stream<Row> found = items.stream().map(item -> ((Item.Record) item).row());
        if (namesItsFile()) {
            assertThat(found).hasSameSizeAs(rows());
        } else {
            assertThat(found.toList()).isEqualTo(rows());
        }
    }

    private String fingerprint(String path) throws Exception {
        try (Source source = open(Map.of("path", path))) {
            return source.fingerprint().orElseThrow();
        }
    }

    protected static byte[] gzip(byte[] bytes) throws IOException {
        var packed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(packed)) {
            gzip.write(bytes);
        }
        return packed.toByteArray();
    }

    /// Writes a file below the test's directory.
    protected final Path write(String path, byte[] bytes) throws IOException {
        Path file = folder.resolve(path);
        Files.createDirectories(file.getParent());
        return Files.write(file, bytes);
    }

    /// An open source with these options and those that the plugin needs besides.
    protected final Source open(Map<String, Object> options) throws Exception {
        var all = new HashMap<String, Object>(options());
        all.putAll(options);
        Source source = plugin().configure(section(all));
        source.open();
        return source;
    }

    protected final List<Item> readAll(Map<String, Object> options) throws Exception {
        try (Source source = open(options)) {
            return readAll(source);
        }
    }

    private static List<Item> readAll(Source source) throws Exception {
        var items = new ArrayList<Item>();
        for (var item = source.next(); item.isPresent(); item = source.next()) {
            items.add(item.get());
        }
        return items;
    }
}
