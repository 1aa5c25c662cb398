package dev.rowan.connectors.xlsx;

import static dev.rowan.testkit.Workbook.bool;
import static dev.rowan.testkit.Workbook.date;
import static dev.rowan.testkit.Workbook.error;
import static dev.rowan.testkit.Workbook.number;
import static dev.rowan.testkit.Workbook.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.Row;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Source;
import dev.rowan.api.plugin.Source.Item;
import dev.rowan.api.plugin.SourcePlugin;
import dev.rowan.testkit.Workbook;
import dev.rowan.testkit.contract.PluginContract;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class XlsxSourceTest extends PluginContract<SourcePlugin> {
    private byte[] book = {};

    @BeforeEach
    void writeWorkbook() throws IOException {
        book = new Workbook()
                .sheet(
                        "Reviews",
                        text("id") + text("text") + text("at"),
                        number("1") + text("eins") + date("45961.5"),
                        "",
                        number("2.50") + bool(true) + date("45961"),
                        error("#DIV/0!") + text("x"),
                        number("3") + "<c />" + text("") + text("more"))
                .sheet("Other", text("a title"), text("k"), text("v"))
                .bytes();
        Files.write(folder.resolve("book.xlsx"), book);
    }

    @Override
    protected SourcePlugin plugin() {
        return new XlsxSourcePlugin();
    }

    @Override
    protected Class<SourcePlugin> service() {
        return SourcePlugin.class;
    }

    @Override
    protected Map<String, Object> options() {
        return Map.of("path", "book.xlsx");
    }

    @Test
    void readsEveryKey() {
        Map<String, Object> all = Map.of("sheet", "Other", "header_row", 2, "id", "k");

        assertThat(all.keySet()).containsExactlyInAnyOrderElementsOf(XlsxSettings.OPTIONS.names());
        assertThat(XlsxSettings.read(Section.check(ConfigNode.of(all), XlsxSettings.OPTIONS, folder, new Problems())
                        .orElseThrow()))
                .isEqualTo(new XlsxSettings(Optional.of("Other"), 2, Optional.of("k")));
    }

    @Test
    void readsTheRowsOfTheFirstSheet() throws Exception {
        List<Item> items = readAll(Map.of("id", "id"));

        assertThat(items.subList(0, 2))
                .containsExactly(
                        new Item.Record(
                                "row 2",
                                Row.of("id", 1).with("text", "eins").with("at", "2025-10-31T12:00"),
                                Optional.of("1")),
                        new Item.Record(
                                "row 4",
                                Row.of("id", new BigDecimal("2.50"))
                                        .with("text", true)
                                        .with("at", "2025-10-31"),
                                Optional.of("2.50")));
        assertUnreadable(items.get(2), "row 5", "error_cell", "column 'id' has the error #DIV/0!");
        assertUnreadable(items.get(3), "row 6", "ragged_row", "expected 3 cells, found more");
        assertThat(items).hasSize(4);
    }

    private static void assertUnreadable(Item item, String position, String code, String message) {
        assertThat(item).isInstanceOfSatisfying(Item.Unreadable.class, bad -> {
            assertThat(bad.position()).isEqualTo(position);
            assertThat(bad.reason().code()).isEqualTo(code);
            assertThat(bad.reason().message()).isEqualTo(message);
        });
    }

    @Test
    void readsAnotherSheetAndHeader() throws Exception {
        assertThat(readAll(Map.of("sheet", "Other", "header_row", 2)))
                .map(item -> ((Item.Record) item).row())
                .containsExactly(Row.of("k", "v"));
    }

    @Test
    void readsAPackedWorkbookThroughATemporaryFile() throws Exception {
        var packed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(packed)) {
            gzip.write(book);
        }
        Files.write(folder.resolve("book.xlsx.gz"), packed.toByteArray());

        assertThat(readAll(Map.of("path", "book.xlsx.gz"))).hasSize(4);
    }

    @Test
    void saysWhatIsWrongWithASheetAndAFile() throws IOException {
        Files.writeString(folder.resolve("text.xlsx"), "id,text\n");
        refuses(Map.of("sheet", "Revews"), "has no sheet 'Revews'", "its sheets are Reviews, Other");
        refuses(Map.of("header_row", 9), "has no row 9 with the names of the columns", "header_row");
        refuses(Map.of("header_row", 3), "row 3 must name each column", "header_row");
        refuses(Map.of("id", "key"), "has no column 'key'", "id, text, at");
        refuses(Map.of("path", "text.xlsx"), "is not an Excel workbook (.xlsx)", "save it as .xlsx");
    }

    private void refuses(Map<String, Object> more, String... message) {
        assertThatThrownBy(() -> readAll(more))
                .isInstanceOf(PluginException.class)
                .hasMessageContainingAll(message);
    }

    @Test
    void tellsDatesFromNumbersByTheirFormat() {
        assertThat(List.of("yyyy-mm-dd", "m/d/yy h:mm", "[h]:mm:ss", "dd\\.mm\\.yyyy", "mm-yy"))
                .allMatch(XlsxCells::isDate);
        assertThat(List.of("General", "0.00", "#,##0 \"days\"", "[Red]0", "0.00E+00", "@", "_-* #,##0_-"))
                .noneMatch(XlsxCells::isDate);
    }

    private List<Item> readAll(Map<String, Object> more) throws Exception {
        var options = new HashMap<String, Object>(options());
        options.putAll(more);
        try (Source source = plugin().configure(section(options))) {
            source.open();
            var items = new ArrayList<Item>();
            for (var item = source.next(); item.isPresent(); item = source.next()) {
                items.add(item.get());
            }
            assertThat(source.progress()).isEqualTo(source.size().orElseThrow());
            return items;
        }
    }
}
