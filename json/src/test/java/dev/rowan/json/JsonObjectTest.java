package dev.rowan.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Outcome;
import dev.rowan.api.call.Usd;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonObjectTest {

    @Test
    void writesOneTypeForEachKindOfFigure() {
        assertThat(JsonObject.object()
                        .put("at", Instant.parse("2026-11-15T09:30:12.5Z"))
                        .put("wait_seconds", Duration.ofMillis(1_250))
                        .put("cost_usd", Usd.of(new BigDecimal("0.00125")))
                        .put("free_usd", Usd.ZERO)
                        .put("round_usd", Usd.of(new BigDecimal("100")))
                        .put("outcome", Outcome.FAILED)
                        .put("outcomes", Map.of(Outcome.FAILED, 2L))
                        .put("absent", Optional.empty())
                        .put("status", OptionalInt.of(429))
                        .put("nested", List.of(JsonObject.object().put("a", 1)))
                        .line())
                .isEqualTo(
                        "{\"at\":\"2026-11-15T09:30:12.500Z\",\"wait_seconds\":1.25,\"cost_usd\":0.00125,\"free_usd\":0,"
                                + "\"round_usd\":100,\"outcome\":\"failed\",\"outcomes\":{\"failed\":2},\"absent\":null,"
                                + "\"status\":429,\"nested\":[{\"a\":1}]}");
    }

    @ParameterizedTest
    @CsvSource({"\u202e, \\u202e", "\u009b, \\u009b", "\udb40\udc41, \\udb40\\udc41"})
    void escapesInvisibleCharactersWithoutChangingTheValue(String invisible, String escaped) throws JsonException {
        String safe = JsonObject.escapeInvisible(new String(RowJson.writeValue("a" + invisible), UTF_8));
        assertThat(safe).isEqualTo("\"a" + escaped + "\"");
        assertThat(RowJson.readValue(safe.getBytes(UTF_8))).isEqualTo("a" + invisible);
    }
}
