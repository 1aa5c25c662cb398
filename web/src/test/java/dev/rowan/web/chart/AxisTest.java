package dev.rowan.web.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class AxisTest {
    private static List<String> labels(Axis axis) {
        return axis.ticks().stream().map(axis::format).toList();
    }

    @Test
    void hasRoundNumbersWithTheirUnits() {
        assertThat(labels(Axis.perSecond("rate", 83))).containsExactly("0/s", "50/s", "100/s");
        assertThat(labels(Axis.dollars("cost", 0.037))).containsExactly("$0", "$0.01", "$0.02", "$0.03", "$0.04");
        assertThat(labels(Axis.dollars("cost", 0.00037)))
                .containsExactly("$0", "$0.0001", "$0.0002", "$0.0003", "$0.0004");
        assertThat(labels(Axis.seconds("time", 147))).containsExactly("0 s", "30 s", "1 min", "1:30 min", "2 min");
        assertThat(labels(Axis.seconds("time", 3 * 86_400))).containsExactly("0 s", "24 h", "2 d", "3 d");
        assertThat(labels(Axis.count("rows", 3))).containsExactly("0", "1", "2", "3");
        assertThat(labels(Axis.count("rows", 4_100_000))).containsExactly("0", "2M", "4M", "6M");
        assertThat(labels(Axis.share("share", 0.055))).containsExactly("0 %", "2 %", "4 %", "6 %");
    }

    @Test
    void coversEveryValue() {
        long seed = new SplittableRandom().nextLong();
        var random = new SplittableRandom(seed);
        for (int round = 0; round < 2_000; round++) {
            double max = Math.pow(10, random.nextDouble() * 16 - 8);
            for (Axis axis : List.of(Axis.perSecond("", max), Axis.dollars("", max), Axis.count("", max))) {
                assertThat(axis.end()).as("seed %d: %s", seed, max).isGreaterThanOrEqualTo(max * 0.999);
                assertThat(axis.ticks()).as("seed %d: %s", seed, max).hasSizeBetween(2, 6);
            }
        }
    }

    @Test
    void worksWithoutFigures() {
        for (double max : new double[] {0, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThat(Axis.perSecond("", max).ticks()).hasSizeGreaterThan(1);
            assertThat(Axis.share("", max).end()).isBetween(0.0, 1.0);
        }
    }
}
