package dev.rowan.connectors.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Source;
import dev.rowan.api.plugin.Source.Item;
import dev.rowan.api.plugin.SourcePlugin;
import dev.rowan.connectors.csv.CsvSourcePlugin;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class CompressedInputTest {
    private static final int ROWS = 20_000;

    @TempDir
    private Path folder;

    @Test
    void readsTheFramesOfAZstdFile() throws Exception {
        byte[] rows = rows();
        var frames = new ByteArrayOutputStream();
        for (int from = 0; from < rows.length; from += 50_000) {
            frames.write(Zstd.compress(Arrays.copyOfRange(rows, from, Math.min(rows.length, from + 50_000))));
        }
        Files.write(folder.resolve("rows.csv.zst"), frames.toByteArray());

        assertThat(readAll("rows.csv.zst", Map.of())).hasSize(ROWS).allMatch(Item.Record.class::isInstance);
    }

    @Test
    void deliversTheRecordsBeforeACutAndQuarantinesTheRest() throws Exception {
        for (String name : List.of("rows.csv.gz", "rows.csv.zst")) {
            byte[] packed = name.endsWith(".gz") ? gzip(rows()) : Zstd.compress(rows());
            Files.write(folder.resolve(name), Arrays.copyOf(packed, packed.length - 10));

            List<Item> items = readAll(name, Map.of());

            assertThat(items.subList(0, items.size() - 1)).allMatch(Item.Record.class::isInstance);
            assertThat(items.getLast()).isInstanceOfSatisfying(Item.Unreadable.class, rest -> {
                assertThat(rest.reason().code()).as(name).isEqualTo("broken_compression");
                assertThat(rest.reason().details()).containsKeys("compressed_byte", "byte", "after");
                assertThat(rest.position()).startsWith("after line ");
            });
        }
    }

    @Test
    void rejectsWhatFollowsAGzipMember() throws Exception {
        byte[] packed = gzip(rows());
        byte[] more = Arrays.copyOf(packed, packed.length + 3);
        Files.write(folder.resolve("rows.csv.gz"), more);

        List<Item> items = readAll("rows.csv.gz", Map.of());

        assertThat(items).hasSize(ROWS + 1);
        assertThat(((Item.Unreadable) items.getLast()).reason().message()).contains("expected the start of gzip data");
    }

    @Test
    void stopsUnpackingABomb() throws Exception {
        byte[] zeros = new byte[40 * 1024 * 1024];
        Arrays.fill(zeros, (byte) '\n');
        zeros[0] = 'a';
        Files.write(folder.resolve("bomb.csv.gz"), gzip(zeros));
        Files.write(folder.resolve("bomb.csv.zst"), Zstd.compress(zeros));
        for (String name : List.of("bomb.csv.gz", "bomb.csv.zst")) {
            assertThat(readAll(name, Map.of("max_ratio", 500)))
                    .singleElement()
                    .isInstanceOfSatisfying(Item.Unreadable.class, rest -> {
                        assertThat(rest.reason().code()).as(name).isEqualTo("max_ratio_exceeded");
                        assertThat(rest.reason().message()).contains("raise 'max_ratio' if you trust it");
                    });
            assertThat(readAll(name, Map.of("max_ratio", 1_000_000)))
                    .as("must-fail control: %s is whole", name)
                    .isEmpty();
        }
    }

    private static byte[] rows() {
        var rows = new StringBuilder("id,text\n");
        for (int i = 0; i < ROWS; i++) {
            rows.append(i)
                    .append(',')
                    .append(Integer.toHexString(i * 0x9E3779B9))
                    .append('\n');
        }
        return rows.toString().getBytes(UTF_8);
    }

    private static byte[] gzip(byte[] bytes) throws IOException {
        var packed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(packed)) {
            gzip.write(bytes);
        }
        return packed.toByteArray();
    }

    private List<Item> readAll(String path, Map<String, Object> more) throws Exception {
        SourcePlugin plugin = new CsvSourcePlugin();
        var options = new HashMap<String, Object>(more);
        options.put("path", path);
        Section section = Section.check(ConfigNode.of(options), plugin.options(), folder, new Problems())
                .orElseThrow();
        try (Source source = plugin.configure(section)) {
            source.open();
            var items = new ArrayList<Item>();
            for (var item = source.next(); item.isPresent(); item = source.next()) {
                items.add(item.get());
            }
            return items;
        }
    }
}
