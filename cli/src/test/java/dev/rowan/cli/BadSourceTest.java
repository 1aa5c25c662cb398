package dev.rowan.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import dev.rowan.cli.Program.Ran;
import dev.rowan.testkit.Workbook;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// More than 200 inputs that are damaged, mislabelled or do not fit, each through the whole program. It ends with a
/// reason for the records that cannot be read, or with a message that names the file and what is wrong; never with a
/// stack trace, and the record verifies.
@Tag("slow")
class BadSourceTest {
    private static final int ROWS = 600;

    @TempDir
    private Path folder;

    /// A text format: a header, the records and an end.
    private record Format(String plugin, String start, IntFunction<String> record, String end) {
        byte[] bytes(String... more) {
            return (start
                            + IntStream.rangeClosed(1, ROWS).mapToObj(record).collect(Collectors.joining())
                            + String.join("", more)
                            + end)
                    .getBytes(UTF_8);
        }
    }

    private static final List<Format> TEXTS = List.of(
            new Format("csv", "id,text\n", n -> n + "," + noise(n) + "\n", ""),
            new Format("jsonl", "", n -> "{\"id\":" + n + ",\"text\":\"" + noise(n) + "\"}\n", ""),
            new Format(
                    "json", "[", n -> (n > 1 ? "," : "") + "{\"id\":" + n + ",\"text\":\"" + noise(n) + "\"}\n", "]"),
            new Format("text", "", n -> noise(n) + "\n", ""));

    private static String noise(int n) {
        return Integer.toHexString(n * 0x9E3779B9) + Integer.toHexString(n * 0x7FEB352D);
    }

    /// An input. `expected` is the reason of a quarantined record, or with a leading `!` a part of the message with
    /// which the run stops before its first row.
    record Bad(String name, String plugin, String file, String options, String latin1, String expected) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Bad bad(String name, String plugin, String file, String options, byte[] content, String expected) {
        return new Bad(name, plugin, file, options, new String(content, ISO_8859_1), expected);
    }

    private static Bad bad(String name, String plugin, String options, String content, String expected) {
        return bad(plugin + " " + name, plugin, "in." + plugin, options, content.getBytes(UTF_8), expected);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("inputs")
    void endsWithAReason(Bad bad) throws Exception {
        var program = new Program(folder);
        Files.write(folder.resolve(bad.file()), bad.latin1().getBytes(ISO_8859_1));
        program.write("pipeline.yaml", """
                source: {plugin: %s, options: {path: %s%s, on_error: bad}}
                sinks:
                  output: {plugin: jsonl, options: {path: out.jsonl}}
                  bad: {plugin: jsonl, options: {path: bad.jsonl}}
                """.formatted(bad.plugin(), bad.file(), bad.options()));
        Ran ran = program.run("run", "pipeline.yaml", "-q");
        assertThat(ran.out() + ran.err()).doesNotContain("\tat ", "Exception", "java.", "dev.rowan");
        if (bad.expected().startsWith("!")) {
            assertThat(ran.code()).as(ran.err()).isEqualTo(1);
            assertThat(ran.err()).contains(bad.file(), bad.expected().substring(1));
            assertThat(folder.resolve("out.jsonl")).doesNotExist();
        } else {
            assertThat(ran.code())
                    .as(ran.err() + Files.readString(folder.resolve("out.jsonl")))
                    .isEqualTo(4);
            assertThat(Files.readString(folder.resolve("bad.jsonl"))).contains("\"" + bad.expected() + "\"");
            assertThat(program.run("verify", "latest").code()).isZero();
        }
    }

    @Test
    void areMoreThanTwoHundred() throws Exception {
        assertThat(inputs()).hasSizeGreaterThan(200).map(Bad::name).doesNotHaveDuplicates();
    }

    /// A value that does not fit the type that a Parquet sink declares for it.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "decimal(5,2) | 1234.56",
                "decimal(5,2) | 1.234",
                "decimal(38,0) | 1e39",
                "int64 | 9223372036854775808",
                "int64 | 1.5",
                "int64 | \"many\"",
                "double | \"many\"",
                "boolean | \"perhaps\"",
                "boolean | 2",
                "timestamp | \"yesterday\"",
                "timestamp | 5",
                "datetime | \"2026-02-30T10:00:00\"",
                "date | \"2026-02-30\"",
                "time | \"25:00:00\"",
                "bytes | \"no base64!\"",
                "list(int64) | 5",
                "list(int64) | [1, \"two\"]",
                "struct(a: int64) | [1]"
            })
    void aValueThatDoesNotFitItsColumnIsRefused(String type, String value) throws Exception {
        var program = new Program(folder);
        program.write("in.jsonl", "{\"id\":1}\n{\"id\":2,\"x\":" + value + "}\n");
        program.write("pipeline.yaml", """
                source: {plugin: jsonl, options: {path: in.jsonl}}
                sinks:
                  output: {plugin: parquet, options: {path: out.parquet, types: {x: "%s"}}, on_error: bad}
                  bad: {plugin: jsonl, options: {path: bad.jsonl}}
                """.formatted(type));
        Ran ran = program.run("run", "pipeline.yaml", "-q");
        assertThat(ran.code()).as(ran.err()).isEqualTo(4);
        assertThat(Files.readString(folder.resolve("bad.jsonl"))).contains("sink_rejected", "\"id\":2", "'x'");
        assertThat(program.run("verify", "latest").code()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "csv, vanished", "jsonl, vanished", "json, vanished", "text, vanished", "xlsx, vanished", "parquet, vanished",
        "csv, changed", "jsonl, changed", "json, changed", "text, changed", "xlsx, changed", "parquet, changed"
    })
    void anInputThatIsGoneOrAnotherOneIsNotResumed(String plugin, String what) throws Exception {
        var program = new Program(folder);
        Path file = folder.resolve("in." + plugin);
        byte[] content = switch (plugin) {
            case "xlsx" -> Workbook.sample();
            case "parquet" -> parquet(2);
            default -> text(plugin).bytes();
        };
        Files.write(file, content);
        program.write("pipeline.yaml", """
                source: {plugin: %s, options: {path: in.%s}}
                sinks: {output: {plugin: jsonl, options: {path: out.jsonl}}}
                """.formatted(plugin, plugin));
        assertThat(program.run("run", "pipeline.yaml", "-q", "--limit", "1").code())
                .isEqualTo(5);
        Files.delete(file);
        if (what.equals("changed")) {
            Files.write(file, plugin.equals("parquet") ? parquet(3) : joined(content, "more".getBytes(UTF_8)));
        }
        Ran resumed = program.run("resume", "latest", "-q");
        assertThat(resumed.code()).isEqualTo(1);
        assertThat(resumed.err())
                .contains(what.equals("changed") ? "--accept-change" : "in." + plugin + " does not exist")
                .doesNotContain("Exception", "\tat ");
        Files.write(file, content);
        assertThat(program.run("resume", "latest", "-q").code()).isZero();
    }

    private static Format text(String plugin) {
        return TEXTS.stream()
                .filter(format -> format.plugin().equals(plugin))
                .findFirst()
                .orElseThrow();
    }

    static List<Bad> inputs() throws Exception {
        var all = new ArrayList<Bad>();
        for (Format format : TEXTS) {
            for (String packed : List.of("gz", "zst")) {
                compressed(all, format, packed);
            }
            encoded(all, format);
            sized(all, format);
        }
        csv(all);
        jsonl(all);
        json(all);
        xlsx(all);
        parquet(all);
        return all;
    }

    private static byte[] pack(String by, byte[] bytes) throws IOException {
        if (by.equals("zst")) {
            return Zstd.compress(bytes);
        }
        var packed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(packed)) {
            gzip.write(bytes);
        }
        return packed.toByteArray();
    }

    private static byte[] joined(byte[] first, byte[] second) {
        byte[] all = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, all, first.length, second.length);
        return all;
    }

    private static byte[] flipped(byte[] bytes, int at) {
        byte[] other = bytes.clone();
        other[at < 0 ? bytes.length + at : at] ^= 0x55;
        return other;
    }

    private static void compressed(List<Bad> all, Format format, String by) throws IOException {
        String plugin = format.plugin();
        String file = "in." + plugin + "." + by;
        String of = plugin + "." + by + " ";
        byte[] whole = pack(by, format.bytes());
        byte[] plain = format.bytes();
        int length = whole.length;
        String broken = "broken_compression";
        String cut = by.equals("gz") ? broken : "!Truncated source"; // a frame of one block
        all.add(bad(of + "cut in the middle", plugin, file, "", Arrays.copyOf(whole, length / 2), cut));
        all.add(bad(of + "without its last byte", plugin, file, "", Arrays.copyOf(whole, length - 1), cut));
        all.add(bad(of + "cut in its header", plugin, file, "", Arrays.copyOf(whole, 3), "!"));
        all.add(bad(of + "not compressed", plugin, file, "", plain, "!"));
        all.add(bad(of + "with more behind it", plugin, file, "", joined(whole, plain), broken));
        all.add(bad(of + "with a damaged magic number", plugin, file, "", flipped(whole, 0), "!"));
        all.add(bad(of + "read as it is", plugin, file, ", compression: none", whole, "!"));
        byte[] lines = format.bytes("\n".repeat(40 << 20));
        all.add(bad(of + "bomb", plugin, file, ", max_ratio: 20", pack(by, lines), "max_ratio_exceeded"));
        if (by.equals("gz")) {
            all.add(bad(of + "with a wrong checksum", plugin, file, "", flipped(whole, -6), broken));
        }
    }

    private static void encoded(List<Bad> all, Format format) {
        String plugin = format.plugin();
        String file = "in." + plugin;
        byte[] text = format.bytes();
        String string = new String(text, UTF_8);
        int middle = text.length / 2;
        all.add(bad(
                plugin + " with a byte of another encoding",
                plugin,
                file,
                "",
                flip(text, middle, 0xE4),
                "invalid_utf8"));
        all.add(bad(
                plugin + " with an overlong sequence",
                plugin,
                file,
                "",
                insert(text, middle, 0xC0, 0x80),
                "invalid_utf8"));
        all.add(bad(
                plugin + " with a surrogate",
                plugin,
                file,
                "",
                insert(text, middle, 0xED, 0xA0, 0x80),
                "invalid_utf8"));
        all.add(bad(
                plugin + " in utf-16 without a mark",
                plugin,
                file,
                ", encoding: utf-16",
                string.getBytes(UTF_16LE),
                "!byte order"));
        all.add(bad(plugin + " in utf-16 as utf-8", plugin, file, "", string.getBytes(UTF_16LE), "!NUL byte"));
        all.add(bad(
                plugin + " in utf-16le cut within a character",
                plugin,
                file,
                ", encoding: utf-16le",
                Arrays.copyOf(string.getBytes(UTF_16LE), middle * 2 + 1),
                plugin.equals("json") ? "invalid_json" : "invalid_encoding"));
        all.add(bad(
                plugin + " in utf-16be with half a pair",
                plugin,
                file,
                ", encoding: utf-16be",
                insert(string.getBytes(UTF_16BE), middle / 2 * 2, 0xD8, 0x00),
                "invalid_encoding"));
        all.add(bad(
                plugin + " with a byte that windows-1252 lacks",
                plugin,
                file,
                ", encoding: windows-1252",
                flip(text, middle, 0x81),
                "invalid_encoding"));
        all.add(bad(
                plugin + " that is a picture",
                plugin,
                file,
                "",
                new byte[] {(byte) 0x89, 'P', 'N', 'G', 0, 1, 2},
                "!is not UTF-8 text"));
        all.add(bad(
                plugin + " that is a zip archive",
                plugin,
                file,
                "",
                new byte[] {'P', 'K', 3, 4, 0, 0},
                "!zip archive"));
    }

    private static byte[] flip(byte[] bytes, int at, int value) {
        byte[] other = bytes.clone();
        other[at] = (byte) value;
        return other;
    }

    private static byte[] insert(byte[] bytes, int at, int... values) {
        byte[] other = Arrays.copyOf(bytes, bytes.length + values.length);
        System.arraycopy(bytes, at, other, at + values.length, bytes.length - at);
        for (int i = 0; i < values.length; i++) {
            other[at + i] = (byte) values[i];
        }
        return other;
    }

    private static void sized(List<Bad> all, Format format) {
        String plugin = format.plugin();
        String record = format.record().apply(ROWS + 1).strip().replace(noise(ROWS + 1), "x".repeat(3_000));
        String small = ", max_record_bytes: 2000";
        all.add(bad(
                "with a long record",
                plugin,
                small,
                new String(format.bytes(record + "\n", format.record().apply(ROWS + 2)), UTF_8),
                "record_too_large"));
        all.add(bad(
                "that ends with a long record",
                plugin,
                small,
                new String(format.bytes(record), UTF_8),
                "record_too_large"));
    }

    private static void csv(List<Bad> all) {
        String rows = "id,text\n1,one\n2,two\n";
        for (var item : List.of(
                List.of("empty", "", "!is empty"),
                List.of("with a byte order mark alone", "\uFEFF", "!is empty"),
                List.of("with blank lines alone", "\n\n\n", "!"),
                List.of("with a column without a name", "id,,text\n1,2,3\n", "!has no name"),
                List.of("with two columns of one name", "id,id\n1,2\n", "!both named 'id'"),
                List.of("with an open quote in the header", "id,\"text\n1,one\n", "!"),
                List.of("with a stray quote in the header", "id,\"te\"xt\n1,one\n", "!quotes"),
                List.of("with an open quote", rows + "3,\"three\n4,four\n", "unclosed_quote"),
                List.of("with a stray quote", rows + "3,\"thr\"ee\n4,four\n", "stray_quote"),
                List.of("with a short row", rows + "3\n4,four\n", "ragged_row"),
                List.of("with a long row", rows + "3,three,drei\n4,four\n", "ragged_row"),
                List.of("cut within a row", rows + "3", "ragged_row"),
                List.of("with a late byte order mark", rows + "\uFEFF3,three\n", "byte_order_mark"),
                List.of("joined from two files", rows + "\uFEFF" + rows, "byte_order_mark"))) {
            all.add(bad(item.get(0), "csv", "", item.get(1), item.get(2)));
        }
        all.add(bad("without the column of 'id'", "csv", ", id: nummer", rows, "!nummer"));
        all.add(bad("that lacks the rows to skip", "csv", ", skip_rows: 100", rows, "!"));
        all.add(bad(
                "without a header and with a short row",
                "csv",
                ", header: false, columns: [id, text]",
                "1,one\n2\n",
                "ragged_row"));
        all.add(bad(
                "with more columns than named",
                "csv",
                ", header: false, columns: [id]",
                "1,one\n2,two\n",
                "ragged_row"));
    }

    private static void jsonl(List<Bad> all) {
        String good = "{\"id\":1}\n{\"id\":2}\n";
        for (var item : List.of(
                List.of("with a key twice", good + "{\"id\":3,\"id\":4}\n"),
                List.of("with a list", good + "[3]\n"),
                List.of("with a number", good + "3\n"),
                List.of("with a text", good + "\"three\"\n"),
                List.of("with null", good + "null\n"),
                List.of("cut within a record", good + "{\"id\":3"),
                List.of("cut within a text", good + "{\"id\":\"thr"),
                List.of("with NaN", good + "{\"id\":NaN}\n"),
                List.of("with infinity", good + "{\"id\":-Infinity}\n"),
                List.of("with a trailing comma", good + "{\"id\":3,}\n"),
                List.of("with two records in a line", good + "{\"id\":3}{\"id\":4}\n"),
                List.of("with single quotes", good + "{'id':3}\n"),
                List.of("with a comment", good + "{\"id\":3} // three\n"),
                List.of("with a leading zero", good + "{\"id\":03}\n"),
                List.of("with an unknown escape", good + "{\"id\":\"\\x\"}\n"),
                List.of("with a control character", good + "{\"id\":\"a\u0001b\"}\n"),
                List.of("with many levels", good + "[".repeat(100_000) + "\n"),
                List.of(
                        "with an object of many levels",
                        good + "{\"a\":".repeat(100_000) + "1" + "}".repeat(100_000) + "\n"),
                List.of("with markup", good + "<html></html>\n"))) {
            all.add(bad(item.get(0), "jsonl", "", item.get(1), "invalid_json"));
        }
        all.add(bad("that is an array", "jsonl", "", "[\n{\"id\":1},\n{\"id\":2}\n]\n", "!"));
    }

    private static void json(List<Bad> all) {
        for (var item : List.of(
                List.of("empty", "", "!"),
                List.of("with a byte order mark alone", "\uFEFF", "!"),
                List.of("that is an object", "{\"a\":[{\"id\":1}]}", "!name the array in it with 'pointer'"),
                List.of("that is a number", "3", "!"),
                List.of("that is markup", "<html></html>", "!"),
                List.of("with a key twice", "[{\"id\":1},{\"id\":2,\"id\":3}]", "invalid_json"),
                List.of("with a list in it", "[{\"id\":1},[2]]", "invalid_json"),
                List.of("with null in it", "[{\"id\":1},null]", "invalid_json"),
                List.of("cut within the array", "[{\"id\":1},{\"id\":2}", "invalid_json"),
                List.of("cut behind a comma", "[{\"id\":1},", "invalid_json"),
                List.of("cut within a record", "[{\"id\":1},{\"id\":", "invalid_json"),
                List.of("without a comma", "[{\"id\":1} {\"id\":2}]", "invalid_json"),
                List.of("with two commas", "[{\"id\":1},,{\"id\":2}]", "invalid_json"),
                List.of("with a trailing comma", "[{\"id\":1},]", "invalid_json"),
                List.of("with more behind it", "[{\"id\":1}] [{\"id\":2}]", "invalid_json"),
                List.of("with a wrong bracket", "[{\"id\":1}}", "invalid_json"),
                List.of("with NaN", "[{\"id\":1},{\"id\":NaN}]", "invalid_json"),
                List.of(
                        "with many levels",
                        "[{\"id\":1},{\"a\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}]",
                        "invalid_json"),
                List.of("with a late byte order mark", "[{\"id\":1}\n,\uFEFF{\"id\":2}]", "invalid_json"))) {
            all.add(bad(item.get(0), "json", "", item.get(1), item.get(2)));
        }
        String nested = "{\"data\":{\"items\":[{\"id\":1}],\"n\":1}}";
        all.add(bad("without the pointer's key", "json", ", pointer: /data/rows", nested, "!items, n"));
        all.add(bad("with a number at the pointer", "json", ", pointer: /data/n", nested, "!"));
        all.add(bad("with an object at the pointer", "json", ", pointer: /data", nested, "!'pointer'"));
        all.add(bad(
                "with too few elements for the pointer",
                "json",
                ", pointer: /data/items/3",
                nested,
                "!without such an element"));
        all.add(bad("cut before the pointer", "json", ", pointer: /data/items", "{\"data\":{", "!"));
    }

    private static void xlsx(List<Bad> all) throws IOException {
        byte[] sample = Workbook.sample();
        all.add(bad("xlsx empty", "xlsx", "in.xlsx", "", new byte[0], "!"));
        all.add(bad("xlsx that is text", "xlsx", "in.xlsx", "", "id,text\n".getBytes(UTF_8), "!not an Excel workbook"));
        all.add(bad(
                "xlsx in the old format",
                "xlsx",
                "in.xlsx",
                "",
                new byte[] {(byte) 0xD0, (byte) 0xCF, 0x11, (byte) 0xE0, (byte) 0xA1, (byte) 0xB1, 0x1A, (byte) 0xE1},
                "!not an Excel workbook"));
        all.add(bad("xlsx cut in the middle", "xlsx", "in.xlsx", "", Arrays.copyOf(sample, sample.length / 2), "!"));
        all.add(bad("xlsx without its end", "xlsx", "in.xlsx", "", Arrays.copyOf(sample, sample.length - 10), "!"));
        all.add(bad("xlsx without the sheet", "xlsx", "in.xlsx", ", sheet: Two", sample, "!its sheets are One"));
        all.add(bad("xlsx without the header's row", "xlsx", "in.xlsx", ", header_row: 9", sample, "!has no row 9"));
        all.add(bad(
                "xlsx without the column of 'id'",
                "xlsx",
                "in.xlsx",
                ", id: nummer",
                sample,
                "!its columns are id, text"));
        String header = Workbook.text("id") + Workbook.text("text");
        String row = Workbook.number("1") + Workbook.text("eins");
        all.add(bad(
                "xlsx with an error",
                "xlsx",
                "in.xlsx",
                "",
                sheet(header, row, Workbook.number("2") + Workbook.error("#DIV/0!")),
                "error_cell"));
        all.add(bad(
                "xlsx with a long row",
                "xlsx",
                "in.xlsx",
                "",
                sheet(header, row, row + Workbook.text("more")),
                "ragged_row"));
        all.add(bad(
                "xlsx with a column twice",
                "xlsx",
                "in.xlsx",
                "",
                sheet(Workbook.text("id") + Workbook.text("id"), row),
                "!different names"));
        all.add(bad(
                "xlsx with a column without a name",
                "xlsx",
                "in.xlsx",
                "",
                sheet(Workbook.text("") + Workbook.text("id"), row),
                "!must name each column"));
        all.add(bad(
                "xlsx with broken markup",
                "xlsx",
                "in.xlsx",
                "",
                sheet(header, row, "<c t=\"inlineStr\"><is><t>x</is></c>"),
                "broken_workbook"));
        all.add(bad(
                "xlsx with a number that is none",
                "xlsx",
                "in.xlsx",
                "",
                sheet(header, row, Workbook.number("two")),
                "error_cell"));
    }

    private static void parquet(List<Bad> all) throws IOException {
        byte[] whole = parquet(500);
        int end = whole.length;
        byte[] footer = whole.clone();
        Arrays.fill(footer, end - 200, end - 100, (byte) 0xFF);
        byte[] encrypted = whole.clone();
        encrypted[end - 1] = 'E';
        byte[] longFooter = whole.clone();
        Arrays.fill(longFooter, end - 8, end - 5, (byte) 0x7F);
        for (var item : List.of(
                List.of("empty", "", ""),
                List.of("that is text", "id,text\n1,one\n", ""),
                List.of("cut in the middle", latin1(Arrays.copyOf(whole, end / 2)), ""),
                List.of("without its last byte", latin1(Arrays.copyOf(whole, end - 1)), ""),
                List.of("with a damaged footer", latin1(footer), ""),
                List.of("that is encrypted", latin1(encrypted), ""),
                List.of("with a wrong length of its footer", latin1(longFooter), ""),
                List.of("without the column", latin1(whole), ", columns: [nummer]"))) {
            all.add(new Bad("parquet " + item.get(0), "parquet", "in.parquet", item.get(2), item.get(1), "!"));
        }
        all.add(bad(
                "parquet without its first half",
                "parquet",
                "in.parquet",
                "",
                Arrays.copyOfRange(whole, end / 2, end),
                "broken_row_group"));
        all.add(bad(
                "parquet with a damaged page", "parquet", "in.parquet", "", flipped(whole, 300), "broken_row_group"));
        all.add(bad(
                "parquet with a large row group",
                "parquet",
                "in.parquet",
                ", max_row_group: 64",
                whole,
                "row_group_too_large"));
    }

    private static String latin1(byte[] bytes) {
        return new String(bytes, ISO_8859_1);
    }

    /// A Parquet file with so many rows, written by the program.
    private static byte[] parquet(int rows) throws IOException {
        Path folder = Files.createTempDirectory("rowan-parquet");
        var program = new Program(folder);
        program.write(
                "in.jsonl",
                IntStream.range(0, rows).mapToObj(text("jsonl").record()).collect(Collectors.joining()));
        program.write("pipeline.yaml", """
                source: {plugin: jsonl, options: {path: in.jsonl}}
                sinks: {output: {plugin: parquet, options: {path: out.parquet}}}
                """);
        assertThat(program.run("run", "pipeline.yaml", "-q").code()).isZero();
        byte[] written = Files.readAllBytes(folder.resolve("out.parquet"));
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
        return written;
    }

    private static byte[] sheet(String... rows) throws IOException {
        return new Workbook().sheet("One", rows).bytes();
    }
}
