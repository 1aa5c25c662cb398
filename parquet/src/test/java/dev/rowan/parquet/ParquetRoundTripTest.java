package dev.rowan.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.Row;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.plugin.Sink.Existing;
import dev.rowan.api.plugin.Source;
import dev.rowan.api.plugin.Source.Item;
import dev.rowan.api.plugin.SplittableSource;
import dev.rowan.api.plugin.SplittableSource.InputSplit;
import dev.rowan.api.schema.RowFields;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What the sink writes, the source reads.
class ParquetRoundTripTest {
    private static final Map<String, String> TYPES = new LinkedHashMap<>();

    static {
        TYPES.put("n", "int64");
        TYPES.put("price", "decimal(38,4)");
        TYPES.put("small", "decimal(9,2)");
        TYPES.put("middle", "decimal(18,12)");
        TYPES.put("real", "double");
        TYPES.put("flag", "boolean");
        TYPES.put("at", "timestamp");
        TYPES.put("local", "datetime");
        TYPES.put("day", "date");
        TYPES.put("time", "time");
        TYPES.put("bytes", "bytes");
        TYPES.put("json", "json");
        TYPES.put("tags", "list(text)");
        TYPES.put("lines", "list(struct(id: int64, sums: list(decimal(10,2))))");
        TYPES.put("where", "struct(city: text, place: struct(x: double, y: double))");
    }

    @TempDir
    private Path folder;

    private Section section(Map<String, Object> values, Options options) {
        var problems = new Problems();
        Section section =
                Section.check(ConfigNode.of(values), options, folder, problems).orElseThrow();
        assertThat(problems.list()).isEmpty();
        return section;
    }

    private Sink sink(Map<String, Object> more, RowFields known) throws Exception {
        var options = new LinkedHashMap<String, Object>(Map.of("path", "out.parquet"));
        options.putAll(more);
        var plugin = new ParquetSinkPlugin();
        Sink sink = plugin.configure(section(options, plugin.options()));
        sink.expect(() -> known);
        return sink;
    }

    private void write(Map<String, Object> more, RowFields known, List<Row> rows) throws Exception {
        try (Sink sink = sink(more, known)) {
            sink.open(Existing.OVERWRITE);
            for (Row row : rows) {
                assertThat(sink.write(row)).isEmpty();
            }
            sink.finish();
        }
    }

    private List<Item> read(Map<String, Object> more) throws Exception {
        var options = new LinkedHashMap<String, Object>(Map.of("path", "out.parquet"));
        options.putAll(more);
        var plugin = new ParquetSourcePlugin();
        var items = new ArrayList<Item>();
        try (Source source = plugin.configure(section(options, plugin.options()))) {
            source.open();
            for (var item = source.next(); item.isPresent(); item = source.next()) {
                items.add(item.get());
            }
        }
        return items;
    }

    private List<Row> rows(Map<String, Object> more) throws Exception {
        return read(more).stream()
                .map(item -> item instanceof Item.Record record ? record.row() : Row.of("unreadable", item.toString()))
                .toList();
    }

    private static Row full() {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        values.put("n", Long.MIN_VALUE);
        values.put("price", new BigDecimal("-1234567890123456789012345678901234.5678"));
        values.put("small", new BigDecimal("1234567.89"));
        values.put("middle", new BigDecimal("-0.000000000001"));
        values.put("real", new BigDecimal("0.1"));
        values.put("flag", true);
        values.put("at", "2026-11-17T18:30:00.123456Z");
        values.put("local", "1969-12-31T23:59:59");
        values.put("day", "1582-10-15");
        values.put("time", "23:59:59.000001");
        values.put("bytes", "AAH/");
        values.put("json", Map.of("a", List.of(1, "ü")));
        values.put("tags", List.of("a", "ü\uD83D\uDE00"));
        values.put(
                "lines",
                List.of(Map.of("id", 1, "sums", List.of(new BigDecimal("1.50"))), Map.of("id", 2, "sums", List.of())));
        values.put(
                "where",
                Map.of("city", "Ulm", "place", Map.of("x", new BigDecimal("1.5"), "y", new BigDecimal("-2.0"))));
        return Row.of(values);
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "zstd", "gzip", "none"})
    void everyTypeComesBack(String compression) throws Exception {
        Map<String, @Nullable Object> nothing = new LinkedHashMap<>();
        TYPES.keySet().forEach(name -> nothing.put(name, null));
        List<Row> rows = List.of(full(), Row.of(nothing), full().with("tags", List.of()));
        var known = new RowFields(List.copyOf(TYPES.keySet()), true);

        write(Map.of("types", TYPES, "compression", compression), known, rows);

        assertThat(rows(Map.of())).isEqualTo(rows);
    }

    @Test
    void typesOfTheSourceAreThoseOfTheSink() throws Exception {
        write(Map.of("types", TYPES), new RowFields(List.copyOf(TYPES.keySet()), true), List.of(full()));
        byte[] first = Files.readAllBytes(folder.resolve("out.parquet"));
        RowFields declared;
        var plugin = new ParquetSourcePlugin();
        try (Source source = plugin.configure(section(Map.of("path", "out.parquet"), plugin.options()))) {
            source.open();
            declared = source.fields();
        }
        assertThat(declared.types()).isEqualTo(TYPES);

        write(Map.of(), declared, List.of(full()));

        assertThat(folder.resolve("out.parquet")).hasBinaryContent(first);
    }

    @Test
    void textOfASourceIsParsedForItsType() throws Exception {
        Row row = Row.of("n", " 12 ").with("price", "1.5").with("flag", "TRUE").with("at", "2026-11-17 18:30:00+01:00");
        write(
                Map.of("types", Map.of("n", "int64", "price", "decimal(6,2)", "flag", "boolean", "at", "timestamp")),
                new RowFields(row.names().list(), true),
                List.of(row, Row.of("n", "").with("price", "").with("flag", "").with("at", "")));

        assertThat(rows(Map.of()))
                .containsExactly(
                        Row.of("n", 12)
                                .with("price", new BigDecimal("1.50"))
                                .with("flag", true)
                                .with("at", "2026-11-17T17:30:00Z"),
                        Row.of("n", null).with("price", null).with("flag", null).with("at", null));
    }

    @Test
    void withoutATypeTextIsTextAndOtherValuesAreJson() throws Exception {
        Row row = Row.of("a", "plain").with("b", 1.50).with("c", List.of("x"));

        write(Map.of(), new RowFields(List.of("a"), false), List.of(row, Row.of("a", BigInteger.TEN.pow(30))));

        assertThat(rows(Map.of()))
                .containsExactly(
                        Row.of("a", "plain").with("_more", Map.of("b", new BigDecimal("1.5"), "c", List.of("x"))),
                        Row.of("a", "1" + "0".repeat(30)).with("_more", null));
    }

    @Test
    void aValueThatDoesNotFitIsRejectedAndNothingIsWritten() throws Exception {
        try (Sink sink = sink(Map.of("types", Map.of("n", "decimal(4,2)")), new RowFields(List.of("n"), true))) {
            sink.open(Existing.OVERWRITE);
            for (Object wrong : List.of("x", 1.234, 100, true, List.of())) {
                assertThat(sink.write(Row.of("n", wrong))).hasValueSatisfying(reason -> {
                    assertThat(reason.code()).isEqualTo("sink_rejected");
                    assertThat(reason.message()).startsWith("field 'n' must be decimal(4,2), got ");
                });
            }
            assertThat(sink.write(Row.of("n", 1.5).with("m", 1)))
                    .hasValueSatisfying(reason -> assertThat(reason.message()).contains("without a column"));
            assertThat(sink.write(Row.of("n", 99.99))).isEmpty();
            assertThat(sink.finish().rows()).isEqualTo(1);
        }
    }

    @Test
    void readsSomeColumnsInTheirOrder() throws Exception {
        write(
                Map.of(),
                new RowFields(List.of("a", "b", "c"), true),
                List.of(Row.of("a", "1").with("b", "2").with("c", "3")));

        assertThat(rows(Map.of("columns", List.of("c", "a"))))
                .containsExactly(Row.of("c", "3").with("a", "1"));
        assertThatThrownBy(() -> rows(Map.of("columns", List.of("z"))))
                .isInstanceOf(PluginException.class)
                .hasMessageContaining("has no column 'z'; its columns are a, b, c");
    }

    @Test
    void aRowGroupThatIsTooLargeIsQuarantinedAndTheNextOneIsRead() throws Exception {
        write(Map.of(), new RowFields(List.of("a"), true), List.of(Row.of("a", "x".repeat(10_000))));

        assertThat(read(Map.of("max_row_group", 1_000))).singleElement().satisfies(item -> {
            assertThat(item).isInstanceOf(Item.Unreadable.class);
            assertThat(((Item.Unreadable) item).reason().code()).isEqualTo("row_group_too_large");
        });
    }

    @Test
    void aDamagedPageQuarantinesTheRestOfItsRowGroup() throws Exception {
        var rows = new ArrayList<Row>();
        for (int n = 0; n < 1_000; n++) {
            rows.add(Row.of("a", "text " + n * 7919L));
        }
        write(Map.of("row_group", 1, "compression", "gzip"), new RowFields(List.of("a"), true), rows);
        byte[] bytes = Files.readAllBytes(folder.resolve("out.parquet"));
        for (int i = 100; i < 120; i++) {
            bytes[i] ^= 0x55;
        }
        Files.write(folder.resolve("out.parquet"), bytes);

        List<Item> items = read(Map.of());

        assertThat(items.getFirst()).isInstanceOf(Item.Unreadable.class);
        assertThat(((Item.Unreadable) items.getFirst()).reason().code()).isEqualTo("broken_row_group");
        assertThat(items.getLast()).isInstanceOf(Item.Record.class);
    }

    @Test
    void aFileThatIsNoneIsAMessage() throws IOException {
        Files.writeString(folder.resolve("out.parquet"), "a,b\n1,2\n");

        assertThatThrownBy(() -> read(Map.of()))
                .isInstanceOf(PluginException.class)
                .hasMessageContaining("is not a Parquet file that can be read");
    }

    @Test
    void namesWhatATypeMayBe() {
        assertThatThrownBy(() -> ColumnType.parse("int")).hasMessageStartingWith("must be text, json, int64");
        for (String type : TYPES.values()) {
            assertThat(ColumnType.parse(type)).hasToString(type);
        }
        for (String wrong :
                List.of("", "list", "list()", "decimal(39,1)", "decimal(2,3)", "struct(a int64)", "text)")) {
            assertThatThrownBy(() -> ColumnType.parse(wrong)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    /// Splits start with row groups, and within large ones.
    @Test
    void splitsHaveTheRecordsOfTheWhole() throws Exception {
        var known = new RowFields(List.of("n"), true, Map.of("n", "int64"));
        List<Row> rows =
                LongStream.rangeClosed(1, 120_000).mapToObj(n -> Row.of("n", n)).toList();
        write(Map.of(), known, rows);
        assertThat(splitSizes(1_000)).containsExactly(50_000L, 50_000L, 20_000L);
        write(Map.of("row_group", "8KiB"), known, rows.subList(0, 20_000));
        assertThat(splitSizes(1_000))
                .hasSizeGreaterThan(2)
                .allSatisfy(records -> assertThat(records).isGreaterThanOrEqualTo(100));
    }

    /// The sizes of the splits, which together must have the records of the whole.
    private List<Long> splitSizes(long records) throws Exception {
        List<InputSplit> splits;
        try (SplittableSource source = source()) {
            source.open();
            splits = source.split(records);
        }
        var items = new ArrayList<Item>();
        for (InputSplit split : splits) {
            try (SplittableSource source = source()) {
                source.open();
                source.startAt(split.start());
                for (long i = 0; i < split.records(); i++) {
                    items.add(source.next().orElseThrow());
                }
            }
        }
        assertThat(items).isEqualTo(read(Map.of()));
        return splits.stream().map(InputSplit::records).toList();
    }

    private SplittableSource source() {
        var plugin = new ParquetSourcePlugin();
        return (SplittableSource) plugin.configure(section(Map.of("path", "out.parquet"), plugin.options()));
    }
}
