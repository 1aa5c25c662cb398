package dev.rowan.connectors;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Source;
import dev.rowan.api.plugin.Source.Item;
import dev.rowan.api.plugin.SourcePlugin;
import dev.rowan.connectors.csv.CsvSourcePlugin;
import dev.rowan.connectors.json.JsonSourcePlugin;
import dev.rowan.connectors.jsonl.JsonlSourcePlugin;
import dev.rowan.connectors.text.TextSourcePlugin;
import dev.rowan.connectors.xlsx.XlsxSourcePlugin;
import dev.rowan.testkit.Workbook;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/// However an input is damaged, every reader ends: a file that it refuses is a message, the records before the
/// damage are delivered, and what cannot be read is quarantined with its place.
class MutatedInputPropertyTest {
    private static Path file = Path.of("unset");

    @BeforeContainer
    static void makeFile() throws IOException {
        file = Files.createTempFile("mutated", ".in");
    }

    @AfterContainer
    static void deleteFile() throws IOException {
        Files.delete(file);
    }

    /// A reader with an input that it reads, a character for each byte. `exact` if its progress tells where each
    /// record begins.
    record Reader(String name, SourcePlugin plugin, Map<String, Object> options, String latin1, boolean exact) {
        Reader(String name, SourcePlugin plugin, Map<String, Object> options, byte[] content, boolean exact) {
            this(name, plugin, options, new String(content, ISO_8859_1), exact);
        }

        byte[] content() {
            return latin1.getBytes(ISO_8859_1);
        }

        /// How many records a byte can stand for at most: damaged data may decompress to more.
        int recordsPerByte() {
            return switch (name) {
                case "gzip", "xlsx" -> 1_032;
                case "zstd" -> 1 << 15;
                default -> 1;
            };
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /// The items of an input, and the offset of each.
    private record Reading(List<Item> items, List<Long> offsets) {}

    @Property(tries = 1_500)
    void aDamagedInputIsReadUpToTheDamage(@ForAll("readers") Reader reader, @ForAll long seed) throws Exception {
        check(reader, read(reader, reader.content()), seed);
    }

    /// As many as `-Drowan.fuzz` says, with seeds from `-Drowan.seed` on; of all readers, or of those that
    /// `-Drowan.fuzz.readers` names.
    @Example
    void manyDamagedInputs() throws Exception {
        long first = Long.getLong("rowan.seed", 1L);
        List<String> names =
                List.of(System.getProperty("rowan.fuzz.readers", "").split(","));
        List<Reader> all = all().stream()
                .filter(reader -> names.equals(List.of("")) || names.contains(reader.name()))
                .toList();
        assertThat(all).as("readers named %s", names).isNotEmpty();
        var undamaged = new ArrayList<Reading>();
        for (Reader reader : all) {
            undamaged.add(read(reader, reader.content()));
        }
        for (long seed = first; seed < first + Integer.getInteger("rowan.fuzz", 0); seed++) {
            int index = (int) Math.floorMod(seed, (long) all.size());
            Reader reader = all.get(index);
            try {
                check(reader, undamaged.get(index), seed);
            } catch (Throwable broken) {
                throw new AssertionError("seed " + seed + " " + reader, broken);
            }
        }
    }

    private static void check(Reader reader, Reading whole, long seed) throws Exception {
        var random = new Random(seed);
        int first = random.nextInt(reader.content().length);
        byte[] damaged = damaged(reader.content(), first, random);
        Reading found;
        try {
            found = read(reader, damaged);
        } catch (PluginException refused) {
            assertThat(refused.getMessage()).contains(file.toString());
            return;
        }
        assertThat(found.items()).hasSizeLessThanOrEqualTo(damaged.length * reader.recordsPerByte() + 1);
        for (int i = 0;
                reader.exact()
                        && i + 1 < whole.offsets().size()
                        && whole.offsets().get(i + 1) <= first;
                i++) {
            assertThat(found.items()).hasSizeGreaterThan(i);
            assertThat(found.items().get(i)).isEqualTo(whole.items().get(i));
        }
        assertThat(found.items()).map(Item::position).doesNotHaveDuplicates();
    }

    /// Changes bytes from `first` on, cuts there, or inserts some.
    private static byte[] damaged(byte[] content, int first, Random random) {
        byte[] bytes = content.clone();
        switch (random.nextInt(4)) {
            case 0 -> bytes[first] = (byte) random.nextInt();
            case 1 -> {
                return Arrays.copyOf(bytes, first);
            }
            case 2 -> {
                for (int i = first; i < Math.min(bytes.length, first + 8); i++) {
                    bytes[i] = (byte) "\"',;{}[]\n\r\\: \0\u007f".charAt(random.nextInt(15));
                }
            }
            default -> {
                var longer = new ByteArrayOutputStream();
                longer.write(bytes, 0, first);
                for (int i = random.nextInt(20); i >= 0; i--) {
                    longer.write(random.nextInt());
                }
                longer.write(bytes, first, bytes.length - first);
                return longer.toByteArray();
            }
        }
        return bytes;
    }

    private static Reading read(Reader reader, byte[] content) throws Exception {
        Files.write(file, content);
        var options = new HashMap<String, Object>(reader.options());
        options.put("path", file.toString());
        Section section = Section.check(ConfigNode.of(options), reader.plugin().options(), Path.of(""), new Problems())
                .orElseThrow();
        var reading = new Reading(new ArrayList<>(), new ArrayList<>());
        try (Source source = reader.plugin().configure(section)) {
            source.open();
            for (var item = source.next(); item.isPresent(); item = source.next()) {
                reading.items().add(item.get());
                reading.offsets().add(source.progress());
            }
        }
        return reading;
    }

    @Provide
    Arbitrary<Reader> readers() throws IOException {
        return Arbitraries.of(all());
    }

    private static List<Reader> all() throws IOException {
        byte[] csv = "id,text\n1,\"a, \"\"b\"\"\nc\"\n2,täxt\r\n3,\n4,x\n".getBytes(UTF_8);
        byte[] json = "[{\"id\":1,\"a\":[{\"b\":\"\\\"]\"}]},\n {\"id\":2.50},{},{\"id\":\"ü\"}]".getBytes(UTF_8);
        byte[] nested = "{\"x\":{\"y\":[1,2]},\"items\":[{\"id\":1},{\"id\":2}],\"z\":null}".getBytes(UTF_8);
        byte[] lines = "{\"id\":1}\n{\"id\":2,\"t\":\"ü\"}\n\n{\"id\":[3]}\n".getBytes(UTF_8);
        byte[] text = "eins\nzwei\n\n drei\r\n\nvier".getBytes(UTF_8);
        var gzip = new ByteArrayOutputStream();
        try (var packed = new GZIPOutputStream(gzip)) {
            packed.write(csv);
        }
        return List.of(
                new Reader("csv", new CsvSourcePlugin(), Map.of(), csv, true),
                new Reader("csv small", new CsvSourcePlugin(), Map.of("max_record_bytes", 10), csv, true),
                new Reader("json", new JsonSourcePlugin(), Map.of(), json, true),
                new Reader("json small", new JsonSourcePlugin(), Map.of("max_record_bytes", 10), json, true),
                new Reader("json pointer", new JsonSourcePlugin(), Map.of("pointer", "/items"), nested, true),
                new Reader("jsonl", new JsonlSourcePlugin(), Map.of(), lines, true),
                new Reader("text", new TextSourcePlugin(), Map.of(), text, true),
                new Reader("paragraphs", new TextSourcePlugin(), Map.of("unit", "paragraph"), text, true),
                new Reader("file", new TextSourcePlugin(), Map.of("unit", "file"), text, false),
                new Reader("utf-16", new TextSourcePlugin(), Map.of(), new String(text, UTF_8).getBytes(UTF_16), false),
                new Reader("gzip", new CsvSourcePlugin(), Map.of("compression", "gzip"), gzip.toByteArray(), false),
                new Reader("zstd", new CsvSourcePlugin(), Map.of("compression", "zstd"), Zstd.compress(csv), false),
                new Reader("xlsx", new XlsxSourcePlugin(), Map.of(), Workbook.sample(), false));
    }
}
