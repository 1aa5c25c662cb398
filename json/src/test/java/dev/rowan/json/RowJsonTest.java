package dev.rowan.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.Row;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowJsonTest {

    @Test
    void readsBackEveryKindOfValueInOrder() throws JsonException {
        Row row = Row.of("text", "ünï \"quoted\"\n\u0001")
                .with("whole", Long.MIN_VALUE)
                .with("huge", new BigInteger("123456789012345678901234567890"))
                .with("decimal", new BigDecimal("1.10"))
                .with("yes", true)
                .with("nothing", null)
                .with("nested", Map.of("list", List.of(1L, "two")));

        assertThat(RowJson.readRow(RowJson.write(row))).isEqualTo(row);
    }

    @Test
    void keepsTheDigitsOfNumbersAsWritten() throws JsonException {
        String text = "{\"a\":1.0,\"b\":0.30000000000000004,\"c\":9007199254740993}";

        assertThat(new String(RowJson.write(RowJson.readRow(text.getBytes(UTF_8))), UTF_8))
                .isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "[1]",
                "1",
                "null",
                "{\"a\":1",
                "{\"a\":1}{",
                "{\"a\":NaN}",
                "{'a':1}",
                "{\"a\":1,\"a\":2}"
            })
    void refusesWhatIsNotOneObject(String text) {
        assertThatThrownBy(() -> RowJson.readRow(text.getBytes(UTF_8))).isInstanceOf(JsonException.class);
    }

    @Test
    void refusesDepthThatCouldNotBeWrittenBack() {
        String deep = "{\"a\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}";

        assertThatThrownBy(() -> RowJson.readRow(deep.getBytes(UTF_8))).isInstanceOf(JsonException.class);
    }

    @Test
    void readsBackTheDeepestRowThereCanBeInsideWhatRecordsIt() throws JsonException {
        Object deepest = List.of();
        for (int i = 1; i < 200; i++) {
            deepest = List.of(deepest);
        }
        Row row = Row.of("deep", deepest);
        Map<String, Object> recorded = Map.of("row", row.asMap());
        Object deeper = List.of(deepest);

        assertThat(RowJson.readRow(RowJson.write(row))).isEqualTo(row);
        assertThat(RowJson.readValue(RowJson.writeValue(recorded))).isEqualTo(recorded);
        assertThatThrownBy(() -> RowJson.readRow(RowJson.writeValue(Map.of("deep", List.of(deeper)))))
                .isInstanceOf(JsonException.class)
                .hasMessageContaining("200");
    }

    @Test
    void namesTheKeyThatOccursTwice() {
        assertThatThrownBy(() -> RowJson.readRow("{\"a\":{\"b\":1,\"b\":2}}".getBytes(UTF_8)))
                .hasMessage("the key 'b' occurs twice");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":NaN}",
                "{\"a\":Infinity}",
                "{\"a\":1} // b",
                "{'a':1}",
                "{a:1}",
                "{\"a\":01}",
                "{\"a\":1",
                "{\"a\":[1,2",
                "{\"a\":\"b",
                "{\"a\":1]",
                "{\"a\":\"\u0001\"}"
            })
    void hidesTheSettingsOfItsParser(String text) {
        assertThatThrownBy(() -> RowJson.readRow(text.getBytes(UTF_8)))
                .isInstanceOf(JsonException.class)
                .message()
                .startsWith("not valid JSON at column ")
                .doesNotContain("Feature", "enable", "ALLOW", "Source", "REDACTED", "jackson");
    }
}
