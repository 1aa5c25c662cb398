package dev.rowan.connectors.csv;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.Row;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Source;
import dev.rowan.api.plugin.Source.Item;
import dev.rowan.api.plugin.SourcePlugin;
import dev.rowan.api.schema.RowFields;
import dev.rowan.testkit.contract.RecordSourceContract;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CsvSourceContractTest extends RecordSourceContract {

    @Override
    protected SourcePlugin plugin() {
        return new CsvSourcePlugin();
    }

    @Override
    protected byte[] content() {
        return bytes("id,text\n1,eins\n2,\"zwei, \"\"quoted\"\"\nand more\"\n\n3,\n");
    }

    @Override
    protected List<Row> rows() {
        return List.of(
                Row.of("id", "1").with("text", "eins"),
                Row.of("id", "2").with("text", "zwei, \"quoted\"\nand more"),
                Row.of("id", "3").with("text", ""));
    }

    @Test
    void countsLinesThroughQuotesBlankLinesAndEveryLineEnd() throws Exception {
        assertThat(readAll(bytes("a,b\r\n1,\"x\r\ny\"\r\n\r\n2,\"x\ry\"\r3,z\n4,z")))
                .map(Item::position)
                .containsExactly("line 2", "line 5", "line 7", "line 8");
    }

    @Test
    void dropsTheByteOrderMark() throws Exception {
        assertThat(readAll(bytes("\uFEFFid\n1\n"))).map(this::row).containsExactly(Row.of("id", "1"));
    }

    @Test
    void readsAHeaderAloneAsNoRows() throws Exception {
        assertThat(readAll(bytes("id,text\n"))).isEmpty();
        assertThat(readAll(bytes("id,text"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\uFEFF", "\n\n", "\r\n"})
    void refusesAFileWithoutAHeader(String content) {
        assertThatThrownBy(() -> open(bytes(content), Map.of()))
                .isInstanceOf(PluginException.class)
                .hasMessageContaining("is empty: expected a header line");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a,b,a|columns 1 and 3 of the header are both named 'a'",
                "a,,b|column 2 of the header has no name",
                "a,' '|column 2 of the header has no name",
                "a,'\"'b|quotes do not match"
            })
    void refusesAHeaderThatCannotNameFields(String header, String message) {
        assertThatThrownBy(() -> open(bytes(header.replace("'", "") + "\n1,2,3\n"), Map.of()))
                .isInstanceOf(PluginException.class)
                .hasMessageContaining(message.replace("'", "'"));
    }

    @Test
    void quarantinesRaggedRowsAndReadsOn() throws Exception {
        List<Item> items = readAll(bytes("a,b\n1\n1,2,3\n1,2\n"));

        assertUnreadable(items.get(0), "ragged_row", Map.of("expected", 2L, "found", 1L, "line", 2L), "1");
        assertUnreadable(items.get(1), "ragged_row", Map.of("expected", 2L, "found", 3L, "line", 3L), "1,2,3");
        assertThat(row(items.get(2))).isEqualTo(Row.of("a", "1").with("b", "2"));
    }

    @Test
    void quarantinesOnlyTheRecordWithMalformedBytes() throws Exception {
        List<Item> items = readAll("a,b\n1,caf\u00e9\n2,ok\n".getBytes(ISO_8859_1));

        assertUnreadable(items.get(0), "invalid_utf8", Map.of("offset", 5L, "line", 2L), "1,caf\uFFFD");
        assertThat(row(items.get(1))).isEqualTo(Row.of("a", "2").with("b", "ok"));
    }

    @Test
    void keepsAReplacementCharacterThatIsReallyThere() throws Exception {
        assertThat(readAll(bytes("a\n\uFFFD\n"))).map(this::row).containsExactly(Row.of("a", "\uFFFD"));
    }

    @Test
    void quarantinesStrayAndUnclosedQuotes() throws Exception {
        List<Item> items = readAll(bytes("a,b\n\"x\"y,2\n1,a\"b\n3,\"open\n4,5\n"));

        assertUnreadable(items.get(0), "stray_quote", Map.of("line", 2L), "\"x\"y,2");
        assertThat(row(items.get(1)).get("b")).isEqualTo("a\"b");
        assertUnreadable(items.get(2), "unclosed_quote", Map.of("line", 4L, "last_line", 6L), "3,\"open\n4,5\n");
        assertThat(items).hasSize(3);
    }

    @Test
    void quarantinesRecordsThatAreTooLargeAndReadsOn() throws Exception {
        String large = "x".repeat(400_000);
        List<Item> items = readAll(
                bytes("a,b\n1,%s\n2,\"%s\n%s\"\n3,ok\n4,%s\n".formatted(large, large, large, "x".repeat(298))),
                Map.of("max_record_bytes", 300));

        assertThat(items).hasSize(4);
        assertThat(((Item.Unreadable) items.get(0)).reason().details())
                .containsEntry("bytes", 400_002L)
                .containsEntry("limit", 300L)
                .containsEntry("line", 2L);
        assertThat(((Item.Unreadable) items.get(1)).reason().details()).containsEntry("last_line", 4L);
        assertThat(((Item.Unreadable) items.get(1)).raw()).startsWith("2,\"xxx").hasSizeLessThan(20_000);
        assertThat(row(items.get(2)).get("b")).isEqualTo("ok");
        assertThat(row(items.get(3)).get("a")).isEqualTo("4");
    }

    @Test
    void refusesAHeaderThatIsTooLarge() {
        assertThatThrownBy(() -> open(bytes("x".repeat(2_000_000)), Map.of("max_record_bytes", "1MiB")))
                .isInstanceOf(PluginException.class)
                .hasMessageContaining("the header has 2000000 bytes, more than the 1048576");
    }

    @Test
    void namesTheOptionForOtherEncodings() {
        assertThatThrownBy(() -> open("größe,b\n1,2\n".getBytes(ISO_8859_1), Map.of()))
                .isInstanceOf(PluginException.class)
                .hasMessageContainingAll("byte 0xF6 at offset 2", "encoding: windows-1252");
        assertThatThrownBy(() -> open("a,b\n1,2\n".getBytes(UTF_16LE), Map.of()))
                .isInstanceOf(PluginException.class)
                .hasMessageContaining("'encoding' if it is UTF-16");
    }

    @Test
    void quarantinesOnlyTheRecordWithBytesThatItsEncodingLacks() throws Exception {
        byte[] content = "a,b\n1,x\u0081\n2,\u0080\n".getBytes(ISO_8859_1);
        List<Item> items = readAll(content, Map.of("encoding", "windows-1252"));

        assertUnreadable(items.get(0), "invalid_encoding", Map.of("offset", 3L, "line", 2L), "1,x\uFFFD");
        assertThat(row(items.get(1))).isEqualTo(Row.of("a", "2").with("b", "€"));
    }

    @Test
    void skipsLinesBeforeTheHeader() throws Exception {
        String content = "a \"report\r\nof today\r\n\r\nid,text\r\n1,one\r\n";
        assertThat(readAll(bytes(content), Map.of("skip_rows", 3)))
                .containsExactly(new Item.Record("line 5", Row.of("id", "1").with("text", "one"), Optional.empty()));
        assertThatThrownBy(() -> readAll(bytes(content), Map.of("skip_rows", 9)))
                .isInstanceOf(PluginException.class)
                .hasMessageContaining("expected a header line");
    }

    @Test
    void readsTheColumnsThatAreAskedFor() throws Exception {
        assertThat(readAll(content(), Map.of("columns", List.of("text"), "id", "id")))
                .map(this::row)
                .isEqualTo(
                        rows().stream().map(row -> row.without(List.of("id"))).toList());
        assertThatThrownBy(() -> open(content(), Map.of("columns", List.of("text", "note"))))
                .isInstanceOf(PluginException.class)
                .hasMessageContainingAll("no column 'note', which 'columns' name", "id, text");
    }

    @Test
    void namesTheColumnsOfAFileWithoutAHeader() throws Exception {
        assertThat(readAll(bytes("1,one\n2\n"), Map.of("header", false, "columns", List.of("id", "text"))))
                .satisfiesExactly(
                        item -> assertThat(row(item))
                                .isEqualTo(Row.of("id", "1").with("text", "one")),
                        item -> assertThat(item).isInstanceOf(Item.Unreadable.class));
    }

    @Test
    void knowsTheColumnsOfAllFiles() throws Exception {
        write("data/1.csv", bytes("id,text\n1,one\n"));
        write("data/2.csv", bytes("id,note\n2,two\n"));
        try (Source source = open(Map.of("path", "data/*.csv", "file_name", "file"))) {
            assertThat(source.fields()).isEqualTo(new RowFields(List.of("id", "text", "file", "note"), true));
        }
        assertThat(readAll(Map.of("path", "data/*.csv")))
                .map(this::row)
                .containsExactly(
                        Row.of("id", "1").with("text", "one"), Row.of("id", "2").with("note", "two"));
        assertThatThrownBy(() -> open(Map.of("path", "data/*.csv", "file_name", "text")))
                .hasMessageContaining("has a column 'text', which 'file_name' would overwrite");
    }

    @Test
    void aLaterFileWithoutAHeaderIsFoundBeforeTheRunAndQuarantinedInIt() throws Exception {
        write("data/1.csv", bytes("id\n1\n"));
        write("data/2.csv", bytes(""));
        try (Source source = open(Map.of("path", "data/*.csv"))) {
            assertThatThrownBy(source::fields)
                    .isInstanceOf(PluginException.class)
                    .hasMessageContaining("2.csv is empty: expected a header line");
        }
        assertThat(readAll(Map.of("path", "data/*.csv")).getLast())
                .isInstanceOfSatisfying(Item.Unreadable.class, refused -> {
                    assertThat(refused.reason().code()).isEqualTo("unreadable_file");
                    assertThat(refused.reason().details()).containsEntry("file", "data/2.csv");
                });
    }

    @Test
    void takesTheIdFromItsColumn() throws Exception {
        assertThat(readAll(content(), Map.of("id", "id")))
                .map(item -> ((Item.Record) item).id().orElseThrow())
                .containsExactly("1", "2", "3");
    }

    @Test
    void refusesAnIdThatIsNoColumn() {
        assertThatThrownBy(() -> open(content(), Map.of("id", "key")))
                .isInstanceOf(PluginException.class)
                .hasMessageContainingAll("no column 'key'", "id, text");
    }

    @Test
    void readsOtherDelimitersAndQuotes() throws Exception {
        assertThat(readAll(bytes("a;b\n';''';\"\n"), Map.of("delimiter", ";", "quote", "'")))
                .map(this::row)
                .containsExactly(Row.of("a", ";'").with("b", "\""));
    }

    private Row row(Item item) {
        return ((Item.Record) item).row();
    }

    private static void assertUnreadable(Item item, String code, Map<String, Object> details, String raw) {
        assertThat(item).isInstanceOfSatisfying(Item.Unreadable.class, unreadable -> {
            assertThat(unreadable.reason().code()).isEqualTo(code);
            assertThat(unreadable.reason().details()).containsAllEntriesOf(details);
            assertThat(unreadable.raw()).isEqualTo(raw);
        });
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
