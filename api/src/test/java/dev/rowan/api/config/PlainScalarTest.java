package dev.rowan.api.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlainScalarTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "7, 7",
        "-7, -7",
        "+7, 7",
        "007, 7",
        "0o17, 15",
        "0x1F, 31",
        "9223372036854775807, 9223372036854775807"
    })
    void readsWholeNumbers(String text, long number) {
        assertThat(PlainScalar.value(text)).isEqualTo(number);
    }

    @Test
    void readsWholeNumbersOfAnyUsefulSize() {
        assertThat(PlainScalar.value("9223372036854775808")).isEqualTo(new BigInteger("9223372036854775808"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.5", ".5", "5.", "-1.25", "1e3", "1.5E-3", "+2.0"})
    void readsDecimals(String text) {
        assertThat(PlainScalar.value(text)).isEqualTo(new BigDecimal(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "True", "TRUE"})
    void readsTrue(String text) {
        assertThat(PlainScalar.value(text)).isEqualTo(true);
    }

    @ParameterizedTest
    @ValueSource(strings = {"false", "False", "FALSE"})
    void readsFalse(String text) {
        assertThat(PlainScalar.value(text)).isEqualTo(false);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", "yes", "no", "on", "off", "tRUE", "1_000", "1,000", "1h", "0b1", "0o8", "0xg", "-0x1", "1e9999",
                "1:30", ".", "e5", "-", "٣", ".inf", ".nan"
            })
    void leavesTheRestAsText(String text) {
        assertThat(PlainScalar.value(text)).isEqualTo(text);
    }

    @Test
    void leavesANumberOfAbsurdLengthAsText() {
        String digits = "1".repeat(100_000);
        assertThat(PlainScalar.value(digits)).isEqualTo(digits);
    }
}
