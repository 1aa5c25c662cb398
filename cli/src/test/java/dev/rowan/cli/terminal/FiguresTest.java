package dev.rowan.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.call.Usd;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FiguresTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0|< 0.1 ms",
                "240|0.2 ms",
                "12000|12 ms",
                "999600|1.0 s",
                "3400000|3.4 s",
                "125000000|2 min 5 s",
                "3720000000|1 h 2 min"
            })
    void formatsDurations(long micros, String words) {
        assertThat(Figures.duration(Duration.ofNanos(micros * 1_000))).isEqualTo(words);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0|0 bytes",
                "1|1 byte",
                "999|999 bytes",
                "1000|1.0 kB",
                "9950|10 kB",
                "915600|916 kB",
                "999500|1.0 MB",
                "1240000000|1.2 GB"
            })
    void formatsSizes(long bytes, String words) {
        assertThat(Figures.bytes(bytes)).isEqualTo(words);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"0|10|0.0 %", "10|10|100.0 %", "1|3|33.3 %", "1|100000|< 0.1 %", "99999|100000|> 99.9 %"})
    void neverRoundsAShareToNoneOrAll(long part, long whole, String words) {
        assertThat(Figures.percent(part, whole)).isEqualTo(words);
    }

    @Test
    void formatsCountsClocksRatesAndTimes() {
        assertThat(Figures.count(1_234_567)).isEqualTo("1,234,567");
        assertThat(Figures.counted(1, "row")).isEqualTo("1 row");
        assertThat(Figures.clock(Duration.ofSeconds(7))).isEqualTo("0:07");
        assertThat(Figures.clock(Duration.ofSeconds(3_723))).isEqualTo("1:02:03");
        assertThat(Figures.rate(3.42)).isEqualTo("3.4 rows/s");
        assertThat(Figures.rate(12_300.4)).isEqualTo("12,300 rows/s");
        assertThat(Figures.time(Instant.parse("2026-11-15T09:30:12.5Z"), ZoneOffset.UTC))
                .isEqualTo("2026-11-15 09:30:12");
    }

    @ParameterizedTest
    @CsvSource({
        "0, $0",
        "25, $25",
        "1.5, $1.50",
        "0.5, $0.50",
        "0.01239, $0.0124",
        "0.00000125, $0.00000125",
        "12.345, $12.35"
    })
    void showsMoneyWithTheDigitsThatTellSomething(String amount, String shown) {
        assertThat(Figures.dollars(Usd.of(new BigDecimal(amount)))).isEqualTo(shown);
    }
}
