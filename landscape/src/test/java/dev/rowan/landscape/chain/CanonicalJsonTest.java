package dev.rowan.landscape.chain;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CanonicalJsonTest {
    private final CanonicalJson json = new CanonicalJson();

    /// The text sample of RFC 8785 §3.2.2, and the borders of UTF-8.
    @Test
    void escapesAsInTheRfc() {
        json.text("\u20ac$\u000f\nA'B\"\\\\\"/\b\t\f\r\u007f\u0080\u07ff\u0800\uffff\ud83d\ude00");

        assertThat(new String(json.copy(), UTF_8))
                .isEqualTo(
                        "\"\u20ac$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\\b\\t\\f\\r\u007f\u0080\u07ff\u0800\uffff\ud83d\ude00\"");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 7, -1, 10, 1_760_000_000_000_000L, Long.MAX_VALUE, Long.MIN_VALUE})
    void writesWholeNumbersPlainly(long value) {
        json.number(value);

        assertThat(new String(json.copy(), UTF_8)).isEqualTo(Long.toString(value));
    }

    @Test
    void growsAsNeeded() {
        String longText = "x".repeat(10_000);
        json.text(longText);
        json.hex(new byte[5_000]);

        assertThat(json.copy()).hasSize(10_002 + 10_002);
    }
}
