package dev.rowan.engine.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClopperPearsonTest {

    /// Two-sided 95 % intervals of Clopper and Pearson as published: Newcombe 1998, table I (81 of 263, 15 of 148, 1 of
    /// 29); the others are quantiles of the beta distribution.
    @ParameterizedTest
    @CsvSource({
        "81, 263, 0.025, 0.2527",
        "15, 148, 0.025, 0.0578",
        "1, 29, 0.025, 0.0009",
        "20, 20, 0.025, 0.8316",
        "59, 59, 0.05, 0.9505",
        "58, 58, 0.05, 0.9497",
        "7, 10, 0.05, 0.3934",
        "190, 200, 0.05, 0.9167"
    })
    void isThePublishedBound(int successes, int trials, double level, double lower) {
        assertThat(ClopperPearson.lower(successes, trials, level)).isCloseTo(lower, within(0.00005));
    }

    @Test
    void isZeroWithoutASuccess() {
        assertThat(ClopperPearson.lower(0, 20, 0.05)).isZero();
    }

    @Test
    void addsUpToOneOverAllCounts() {
        assertThat(ClopperPearson.atMost(4_999, 5_000, 0.3)).isCloseTo(1, within(1e-9));
        assertThat(ClopperPearson.atMost(0, 5_000, 0.5)).isCloseTo(0, within(1e-12));
    }
}
