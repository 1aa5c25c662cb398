package dev.rowan.api.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnitsTest {

    @ParameterizedTest
    @CsvSource({
        "250ms, PT0.25S",
        "30s, PT30S",
        "5m, PT5M",
        "6h, PT6H",
        "2d, PT48H",
        "1.5h, PT1H30M",
        "0.5ms, PT0.0005S",
        "10 s, PT10S"
    })
    void readsTimes(String text, Duration time) {
        assertThat(Units.duration(text)).contains(time);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "s",
                "30",
                "0s",
                "-5s",
                "5 minutes",
                "5M",
                "5S",
                "1e3s",
                ".5s",
                "5.s",
                "1 000s",
                " 5s",
                "5s ",
                "5  s",
                "0.0000001ms",
                "999999999999d",
                "٣s",
                "1m30s"
            })
    void refusesWhatIsNoTime(String text) {
        assertThat(Units.duration(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1",
        "512b, 512",
        "64KB, 64000",
        "64KiB, 65536",
        "16MiB, 16777216",
        "16mib, 16777216",
        "1.5 GiB, 1610612736",
        "2GB, 2000000000",
        "3MB, 3000000"
    })
    void readsSizes(String text, long bytes) {
        assertThat(Units.bytes(text)).contains(bytes);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "MiB", "0", "0MiB", "-1", "1.5", "0.1b", "5ib", "5M", "5TB", "9999999999GiB", "1e3", "5%"})
    void refusesWhatIsNoSize(String text) {
        assertThat(Units.bytes(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"PT0.25S, 250ms", "PT30S, 30s", "PT90S, 90s", "PT6H, 6h", "PT48H, 2d", "PT0.0000015S, 0.0015ms"})
    void writesTimesShort(Duration time, String text) {
        assertThat(Units.write(time)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1000, 1000", "1024, 1KiB", "16777216, 16MiB", "3221225472, 3GiB"})
    void writesSizesShort(long bytes, String text) {
        assertThat(Units.write(bytes)).isEqualTo(text);
    }

    @Property
    void readsEveryTimeThatItWrites(@ForAll @LongRange(min = 1) long nanos) {
        var time = Duration.ofNanos(nanos);
        assertThat(Units.duration(Units.write(time))).contains(time);
        assertThat(Units.write(time)).matches(Units.TIME);
    }

    @Property
    void readsEverySizeThatItWrites(@ForAll @LongRange(min = 1) long bytes) {
        assertThat(Units.bytes(Units.write(bytes))).contains(bytes);
        assertThat(Units.write(bytes)).matches(Units.SIZE);
    }

    @Property
    void itsPatternsAcceptAllThatItReads(@ForAll String text) {
        Units.duration(text).ifPresent(_ -> assertThat(text).matches(Units.TIME));
        Units.bytes(text).ifPresent(_ -> assertThat(text).matches(Units.SIZE));
    }
}
