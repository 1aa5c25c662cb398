package dev.rowan.connectors.jsonl;

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
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonlSourceContractTest extends RecordSourceContract {

    @Override
    protected SourcePlugin plugin() {
        return new JsonlSourcePlugin();
    }

    @Override
    protected byte[] content() {
        return bytes(
                "\uFEFF{\"id\":1,\"text\":\"ü\"}\r\n\n  \t\r\n{\"id\":9007199254740993.10}\n{\"big\":123456789012345678901}");
    }

    @Override
    protected List<Row> rows() {
        return List.of(
                Row.of("id", 1).with("text", "ü"),
                Row.of("id", new BigDecimal("9007199254740993.10")),
                Row.of("big", new BigInteger("123456789012345678901")));
    }

    @Test
    void readsEveryKey() {
        Map<String, Object> all = Map.of("id", "key", "max_record_bytes", "64KiB");

        assertThat(all.keySet()).containsExactlyInAnyOrderElementsOf(JsonlSourceSettings.OPTIONS.names());
        assertThat(JsonlSourceSettings.read(
                        Section.check(ConfigNode.of(all), JsonlSourceSettings.OPTIONS, folder, new Problems())
                                .orElseThrow()))
                .isEqualTo(new JsonlSourceSettings(Optional.of("key"), 64 * 1024));
    }

    @Test
    void countsEveryLine() throws Exception {
        assertThat(readAll(content())).map(Item::position).containsExactly("line 1", "line 4", "line 5");
    }

    @Test
    void refusesAnArrayAndNamesTheSourceForIt() {
        for (String array : List.of("[{\"n\":1}]", " [\n   {\"n\":1}]")) {
            assertThatThrownBy(() -> open(bytes(array), Map.of()))
                    .isInstanceOf(PluginException.class)
                    .hasMessageContainingAll("is a JSON array", "the source 'json'");
        }
    }

    @Test
    void readsAnEmptyFileAsNoRows() throws Exception {
        assertThat(readAll(bytes(""))).isEmpty();
        assertThat(readAll(bytes("\n\n"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[1]",
                "1",
                "null",
                "\"text\"",
                "{\"a\":1",
                "{\"a\":1}{\"b\":2}",
                "{\"a\":NaN}",
                "{\"a\":1,\"a\":2}",
                "{\"a\":{\"b\":1,\"b\":2}}",
                "{a:1}",
                "{\"a\":1e99999999999}",
                "\u0001",
                "\u00a0"
            })
    void quarantinesWhatIsNoObjectAndReadsOn(String line) throws Exception {
        List<Item> items = readAll(bytes("{\"n\":1}\n" + line + "\n{\"n\":2}\n"));

        assertThat(items).hasSize(3);
        assertUnreadable(items.get(1), "invalid_json", line);
    }

    @Test
    void quarantinesWhatIsNestedTooDeeply() throws Exception {
        String deep = "{\"a\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}";

        assertThat(readAll(bytes(deep + "\n{\"n\":2}\n")).getFirst())
                .isInstanceOfSatisfying(Item.Unreadable.class, unreadable -> {
                    assertThat(unreadable.reason().code()).isEqualTo("invalid_json");
                    assertThat(unreadable.raw()).hasSize(16 * 1024);
                });
    }

    @Test
    void quarantinesOnlyTheLineWithMalformedBytes() throws Exception {
        byte[] content = bytes("{\"a\":\"xy\"}\n{\"a\":\"ok\"}\n");
        content[6] = (byte) 0xC0;
        content[7] = (byte) 0x80;

        List<Item> items = readAll(content);

        assertUnreadable(items.get(0), "invalid_utf8", "{\"a\":\"\uFFFD\uFFFD\"}");
        assertThat(items.get(1)).isInstanceOf(Item.Record.class);
    }

    @Test
    void quarantinesLinesThatAreTooLargeAndReadsOn() throws Exception {
        List<Item> items = readAll(
                bytes("{\"a\":\"" + "x".repeat(500_000) + "\"}\n{\"n\":2}"), Map.of("max_record_bytes", "1KiB"));

        assertThat(items.get(0))
                .isInstanceOfSatisfying(
                        Item.Unreadable.class,
                        unreadable -> assertThat(unreadable.reason().details())
                                .containsEntry("bytes", 500_008L)
                                .containsEntry("line", 1L));
        assertThat(items.get(1)).isInstanceOf(Item.Record.class);
    }

    @Test
    void takesTheIdFromItsField() throws Exception {
        assertThat(readAll(
                        bytes("{\"k\":\"a\"}\n{\"k\":7}\n{\"k\":null}\n{\"x\":1}\n{\"k\":[1]}\n"), Map.of("id", "k")))
                .map(item -> ((Item.Record) item).id())
                .containsExactly(
                        Optional.of("a"), Optional.of("7"), Optional.empty(), Optional.empty(), Optional.empty());
    }

    private static void assertUnreadable(Item item, String code, String raw) {
        assertThat(item).isInstanceOfSatisfying(Item.Unreadable.class, unreadable -> {
            assertThat(unreadable.reason().code()).isEqualTo(code);
            assertThat(unreadable.raw()).isEqualTo(raw);
        });
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
