package dev.rowan.connectors.csv;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.CsvReader;
import dev.rowan.api.Row;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.plugin.Source.Item;
import dev.rowan.connectors.file.Compression;
import dev.rowan.connectors.file.InputFile;
import dev.rowan.connectors.file.OutputPath;
import dev.rowan.connectors.file.RecordWindow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/// Any file can be read, and what was written is read back unchanged.
class CsvPropertyTest {
    private static final int LIMIT = 1024 * 1024;
    private static Path file = Path.of("unset");

    @BeforeContainer
    static void makeFile() throws IOException {
        file = Files.createTempFile("csv", ".csv");
    }

    @AfterContainer
    static void deleteFile() throws IOException {
        Files.delete(file);
    }

    /// Rows of one shape and their CSV settings.
    record Table(CsvDialect dialect, List<Row> rows) {}

    @Property(tries = 300)
    void readsBackWhatItWroteAndSoDoesAnotherParser(@ForAll("tables") Table table) throws IOException {
        write(table);

        assertThat(read(table.dialect(), LIMIT, 128 * 1024))
                .map(item -> ((Item.Record) item).row())
                .isEqualTo(table.rows());
        assertThat(readByAnotherParser(table.dialect()))
                .isEqualTo(table.rows().stream()
                        .map(row -> List.copyOf(row.asMap().values()))
                        .toList());
    }

    private static List<List<Object>> readByAnotherParser(CsvDialect dialect) throws IOException {
        try (var other = CsvReader.builder()
                .fieldSeparator(dialect.delimiter())
                .quoteCharacter(dialect.quote())
                .ofCsvRecord(file)) {
            return other.stream()
                    .skip(1)
                    .map(line -> List.<Object>copyOf(line.getFields()))
                    .toList();
        }
    }

    @Property(tries = 1_000)
    void readsTheSameInWhateverPiecesTheBytesArrive(
            @ForAll("files") String content, @ForAll @IntRange(min = 4, max = 20) int chunk) throws IOException {
        Files.writeString(file, "a,b\n" + content);
        var dialect = new CsvDialect(',', '"');

        assertThat(read(dialect, 20, chunk)).isEqualTo(read(dialect, 20, 128 * 1024));
    }

    @Property(tries = 1_000)
    void readsAnyBytesWithoutADefect(@ForAll byte[] content) throws IOException {
        Files.write(file, content);
        try {
            assertThat(read(new CsvDialect(',', '"'), 30, 16))
                    .allSatisfy(item -> assertThat(item.position()).startsWith("line "));
        } catch (PluginException refused) {
            assertThat(refused).hasMessageContaining(file.toString());
        }
    }

    private static void write(Table table) throws IOException {
        var settings = new CsvSinkSettings(Optional.empty(), table.dialect(), true, false);
        try (var sink = new CsvSink(new OutputPath(file, OutputPath.Mode.CREATE), Compression.NONE, settings)) {
            sink.open(Sink.Existing.OVERWRITE);
            for (Row row : table.rows()) {
                assertThat(sink.write(row)).isEmpty();
            }
            sink.sync();
        }
    }

    private static List<Item> read(CsvDialect dialect, int limit, int chunk) throws IOException {
        var settings = new CsvSourceSettings(Optional.empty(), dialect, true, 0, Optional.empty(), limit);
        try (var input = InputFile.open(file)) {
            var window = new RecordWindow(input, limit, chunk);
            var records = CsvRecords.of(file.toString(), window, settings, "utf-8");
            var items = new ArrayList<Item>();
            for (var item = records.next(); item.isPresent(); item = records.next()) {
                items.add(item.get());
            }
            return items;
        }
    }

    @Provide
    Arbitrary<Table> tables() {
        Arbitrary<CsvDialect> dialects = Arbitraries.of(
                new CsvDialect(',', '"'),
                new CsvDialect(';', '\''),
                new CsvDialect('\t', '"'),
                new CsvDialect('a', 'b'));
        Arbitrary<List<String>> names = cells().filter(name -> !name.isBlank() && name.indexOf('\0') < 0)
                .list()
                .ofMinSize(1)
                .ofMaxSize(4)
                .uniqueElements();
        Arbitrary<List<Row>> rows = names.flatMap(columns -> cells().list()
                .ofSize(columns.size())
                .map(values -> Row.of(Row.Names.of(columns), values))
                .list()
                .ofMinSize(1)
                .ofMaxSize(5));
        return Combinators.combine(dialects, rows).as(Table::new);
    }

    private static Arbitrary<String> cells() {
        Arbitrary<String> special = Arbitraries.of(
                ",",
                ";",
                "\t",
                "\"",
                "'",
                "\r",
                "\n",
                "\r\n",
                "a",
                "b",
                "=",
                " ",
                "ü",
                "\uFEFF",
                "\uFFFD",
                "\uD83D\uDE00");
        return Arbitraries.oneOf(
                special.list().ofMaxSize(6).map(parts -> String.join("", parts)),
                Arbitraries.strings()
                        .ofMaxLength(10)
                        .filter(text -> UTF_8.newEncoder().canEncode(text)));
    }

    @Provide
    Arbitrary<String> files() {
        return Arbitraries.of(",", "\"", "\"\"", "\r", "\n", "\r\n", "a", "bcdefgh", "ü")
                .list()
                .ofMaxSize(30)
                .map(parts -> String.join("", parts));
    }
}
