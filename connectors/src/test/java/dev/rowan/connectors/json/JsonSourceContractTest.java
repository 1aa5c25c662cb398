package dev.rowan.connectors.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.Row;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Source.Item;
import dev.rowan.api.plugin.SourcePlugin;
import dev.rowan.testkit.contract.RecordSourceContract;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonSourceContractTest extends RecordSourceContract {

    @Override
    protected SourcePlugin plugin() {
        return new JsonSourcePlugin();
    }

    @Override
    protected byte[] content() {
        return bytes("\uFEFF [ {\"id\": 1, \"text\": \"ü ] } \\\"\"},\r\n{\"id\":1.10,\"a\":[{\"b\":[]}]}\n, {} ] \n");
    }

    @Override
    protected List<Row> rows() {
        return List.of(
                Row.of("id", 1).with("text", "ü ] } \""),
                Row.of("id", new BigDecimal("1.10")).with("a", List.of(Map.of("b", List.of()))),
                Row.empty());
    }

    @Test
    void readsEveryKey() {
        Map<String, Object> all = Map.of("pointer", "/a~1b/0", "id", "key", "max_record_bytes", "64KiB");

        assertThat(all.keySet()).containsExactlyInAnyOrderElementsOf(JsonSourceSettings.OPTIONS.names());
        assertThat(JsonSourceSettings.read(
                        Section.check(ConfigNode.of(all), JsonSourceSettings.OPTIONS, folder, new Problems())
                                .orElseThrow()))
                .isEqualTo(new JsonSourceSettings(new JsonPointer(List.of("a/b", "0")), Optional.of("key"), 64 * 1024));
    }

    @Test
    void numbersItsRecords() throws Exception {
        assertThat(readAll(content())).map(Item::position).containsExactly("item 1", "item 2", "item 3");
        assertThat(readAll(bytes("[]"))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/data/items|{\"x\":[{\"n\":0}],\"data\":{\"items\":[{\"n\":1},{\"n\":2}],\"y\":1},\"z\":[3]}",
                "/1|[[{\"n\":0}],[{\"n\":1},{\"n\":2}]]",
                "/a~1b/~0|{\"a/b\":{\"~\":[{\"n\":1},{\"n\":2}]}}",
                "/\u00fc|{\"\\u00fc\":[{\"n\":1},{\"n\":2}]}"
            })
    void findsTheArrayThatThePointerNames(String pointer, String document) throws Exception {
        assertThat(readAll(bytes(document), Map.of("pointer", pointer)))
                .map(item -> ((Item.Record) item).row())
                .containsExactly(Row.of("n", 1), Row.of("n", 2));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/data/rows|has no '/data/rows', which 'pointer' names; the keys of '/data' are items, n",
                "/rows|has no '/rows', which 'pointer' names; the keys of the document are data",
                "/data/n|expected an array at '/data/n', found something else",
                "/data/items/2|has no '/data/items/2', which 'pointer' names; '/data/items' is an array without",
                "/data|expected an array at '/data', found an object; name the array in it with 'pointer', such as"
            })
    void saysWhereThePointerIsWrong(String pointer, String message) {
        byte[] document = bytes("{\"data\":{\"items\":[{\"n\":1}],\"n\":5}}");
        assertThatThrownBy(() -> open(document, Map.of("pointer", pointer)))
                .isInstanceOf(PluginException.class)
                .hasMessageContaining(message);
    }

    @Test
    void saysWhatIsNoArray() {
        assertThatThrownBy(() -> open(bytes("{\"items\":[]}"), Map.of()))
                .isInstanceOf(PluginException.class)
                .hasMessageContainingAll("expected an array at the start of the document", "'pointer'", "/items");
        assertThatThrownBy(() -> open(bytes(" "), Map.of()))
                .isInstanceOf(PluginException.class)
                .hasMessageContaining("found nothing; check that the file is complete");
    }

    @Test
    void quarantinesOnlyTheRecordThatIsInvalid() throws Exception {
        List<Item> items = readAll(bytes("[{\"n\":1},{\"n\":nope},[7],{\"n\":1,\"n\":2},{\"n\":2}]"));

        assertThat(items).hasSize(5);
        for (int i = 1; i < 4; i++) {
            long number = i + 1L;
            assertThat(items.get(i)).isInstanceOfSatisfying(Item.Unreadable.class, bad -> {
                assertThat(bad.reason().code()).isEqualTo("invalid_json");
                assertThat(bad.reason().details()).containsEntry("item", number);
            });
        }
        assertThat(items.get(4)).isInstanceOf(Item.Record.class);
    }

    @Test
    void quarantinesTheRecordThatIsTooLarge() throws Exception {
        byte[] document = bytes("[{\"a\":\"" + "x".repeat(500_000) + "\"},{\"n\":2}]");

        List<Item> items = readAll(document, Map.of("max_record_bytes", "1KiB"));

        assertThat(((Item.Unreadable) items.get(0)).reason().details())
                .containsEntry("bytes", 500_008L)
                .containsEntry("item", 1L);
        assertThat(items.get(1)).isInstanceOf(Item.Record.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[{\"n\":1} {\"n\":2}]|expected a comma or the end of the array|9",
                "[{\"n\":1},,{\"n\":2}]|expected a value|9",
                "[{\"n\":1},{\"n\":|the input ends within the array|9",
                "[{\"n\":1}|expected a comma or the end of the array|8",
                "[{\"n\":1}] x|expected the end of the document after the array|10"
            })
    void quarantinesWhatFollowsABrokenStructure(String document, String message, long place) throws Exception {
        List<Item> items = readAll(bytes(document));

        assertThat(items).hasSize(2);
        assertThat(items.get(0)).isInstanceOf(Item.Record.class);
        assertThat(items.get(1)).isInstanceOfSatisfying(Item.Unreadable.class, rest -> {
            assertThat(rest.reason().code()).isEqualTo("invalid_json");
            assertThat(rest.reason().message()).contains(message);
            assertThat(rest.reason().details()).containsEntry("byte", place);
        });
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
