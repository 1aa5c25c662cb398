package dev.rowan.connectors.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.Source;
import dev.rowan.api.plugin.SourcePlugin;
import dev.rowan.api.plugin.SplittableSource;
import dev.rowan.api.plugin.SplittableSource.InputSplit;
import dev.rowan.connectors.csv.CsvSourcePlugin;
import dev.rowan.connectors.jsonl.JsonlSourcePlugin;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The splits of inputs with quotes, line ends, blank lines, damage, and of several files.
class SplitSourceTest {
    private static final String[] CSV = {
        "1,a\n",
        "2,\"x\ny\"\r\n",
        "\n",
        "3,\"q\"\"q\"\r",
        "\r\n",
        "ragged\n",
        "4,\"\r\n\"\n",
        "5,ü€\n",
        "\uFEFF6,b\n",
        "7,\"a\"b\n"
    };
    private static final String[] JSONL = {
        "{\"a\":1}\n", "\n", "{\"a\":\"ü\"}\r\n", "broken\n", "  \n", "\uFEFF{\"a\":2}\n"
    };

    @TempDir
    private Path folder;

    @Test
    void splitsOfCsvHaveTheRecordsAndLinesOfTheWhole() throws Exception {
        for (long seed = 1; seed <= 200; seed++) {
            checkRandom(new CsvSourcePlugin(), "n,text\n", CSV, seed);
        }
    }

    @Test
    void splitsOfJsonlHaveTheRecordsAndLinesOfTheWhole() throws Exception {
        for (long seed = 1; seed <= 200; seed++) {
            checkRandom(new JsonlSourcePlugin(), "", JSONL, seed);
        }
    }

    @Test
    void aSplitMayHaveRecordsOfSeveralFilesAndNoneStartsWithinACompressedOne() throws Exception {
        write("1.csv", "n\n1\n2\n3\n".getBytes(UTF_8));
        write("2.csv.gz", gzip("n\n4\n5\n6\n7\n8\n"));
        write("3.csv", "".getBytes(UTF_8));
        write("4.csv", "n\n9\n10\n".getBytes(UTF_8));
        Map<String, Object> options = Map.of("path", ".", "file_name", "file");

        List<InputSplit> splits = splits(new CsvSourcePlugin(), options, 2);

        assertThat(splits).map(InputSplit::records).containsExactly(2L, 6L, 2L, 1L);
        assertThat(readSplits(new CsvSourcePlugin(), options, splits))
                .isEqualTo(readAll(new CsvSourcePlugin(), options))
                .hasSize(11);
    }

    @Test
    void anInputWithoutRecordsHasNoSplit() throws Exception {
        write("input", "n\n".getBytes(UTF_8));

        assertThat(splits(new CsvSourcePlugin(), Map.of("path", "input"), 10)).isEmpty();
    }

    private void checkRandom(SourcePlugin plugin, String header, String[] lines, long seed) throws Exception {
        var random = new Random(seed);
        var text = new StringBuilder(header);
        for (int i = random.nextInt(40); i >= 0; i--) {
            text.append(lines[random.nextInt(lines.length)]);
        }
        write("input", text.toString().getBytes(UTF_8));
        int records = 1 + random.nextInt(6);
        Map<String, Object> options = Map.of("path", "input");
        List<InputSplit> splits = splits(plugin, options, records);
        List<Source.Item> whole = readAll(plugin, options);

        assertThat(readSplits(plugin, options, splits)).as("seed " + seed).isEqualTo(whole);
        assertThat(splits).as("seed " + seed).hasSize((whole.size() + records - 1) / records);
    }

    private void write(String name, byte[] bytes) throws IOException {
        Files.write(folder.resolve(name), bytes);
    }

    private static byte[] gzip(String text) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var packed = new GZIPOutputStream(bytes)) {
            packed.write(text.getBytes(UTF_8));
        }
        return bytes.toByteArray();
    }

    private SplittableSource open(SourcePlugin plugin, Map<String, Object> options) throws Exception {
        Section section = Section.check(ConfigNode.of(options), plugin.options(), folder, new Problems())
                .orElseThrow();
        var source = (SplittableSource) plugin.configure(section);
        source.open();
        return source;
    }

    private List<InputSplit> splits(SourcePlugin plugin, Map<String, Object> options, int records) throws Exception {
        try (SplittableSource source = open(plugin, options)) {
            return source.split(records);
        }
    }

    private List<Source.Item> readAll(SourcePlugin plugin, Map<String, Object> options) throws Exception {
        try (Source source = open(plugin, options)) {
            var items = new ArrayList<Source.Item>();
            for (var item = source.next(); item.isPresent(); item = source.next()) {
                items.add(item.get());
            }
            return items;
        }
    }

    private List<Source.Item> readSplits(SourcePlugin plugin, Map<String, Object> options, List<InputSplit> splits)
            throws Exception {
        var items = new ArrayList<Source.Item>();
        for (InputSplit split : splits) {
            try (SplittableSource source = open(plugin, options)) {
                source.startAt(split.start());
                for (long i = 0; i < split.records(); i++) {
                    items.add(source.next().orElseThrow());
                }
            }
        }
        return items;
    }
}
