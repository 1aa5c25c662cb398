package dev.rowan.engine.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.rowan.landscape.record.Sample;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LatencyStatsTest {
    @Test
    void isEmptyWithoutAnswers() {
        assertThat(LatencyStats.NONE.seconds(0.5)).isEmpty();
        assertThat(new LatencyStats(List.of(0L, 0L)).position(0.99)).isEmpty();
    }

    @Test
    void interpolatesPercentilesWithinTheirBucket() {
        var latency = new LatencyStats(List.of(0L, 0L, 0L, 100L));
        assertThat(latency.seconds(0.5)).isEqualTo(OptionalDouble.of(0.035));
        assertThat(latency.position(0.5).orElseThrow()).isCloseTo(3.5, within(1e-9));
    }

    @Test
    void isEmptyBeyondTheLastBound() {
        var counts = new ArrayList<>(Collections.nCopies(Sample.LATENCY_MILLIS.size() + 1, 0L));
        counts.set(counts.size() - 1, 5L);
        assertThat(new LatencyStats(counts).seconds(0.5)).isEmpty();
    }

    /// Against the answers themselves: the percentile lies in the class of the answer at that rank.
    @Test
    void isInTheBucketOfTheExactPercentile() {
        long seed = new SplittableRandom().nextLong();
        var random = new SplittableRandom(seed);
        for (int round = 0; round < 300; round++) {
            var answers = new ArrayList<Double>();
            int size = random.nextInt(1, 400);
            var counts = new ArrayList<>(Collections.nCopies(Sample.LATENCY_MILLIS.size() + 1, 0L));
            for (int i = 0; i < size; i++) {
                double millis = Math.exp(random.nextDouble() * 10);
                answers.add(millis);
                int place = place(millis);
                counts.set(place, counts.get(place) + 1);
            }
            Collections.sort(answers);
            for (double percentile : new double[] {0.5, 0.95, 0.99}) {
                double exact = answers.get((int) Math.ceil(percentile * size) - 1);
                OptionalDouble found = new LatencyStats(counts).seconds(percentile);
                assertThat(found.isPresent())
                        .as("seed %d", seed)
                        .isEqualTo(place(exact) < Sample.LATENCY_MILLIS.size());
                found.ifPresent(seconds -> assertThat(place(Math.max(0, seconds * 1e3 - 1e-6)))
                        .as("seed %d", seed)
                        .isEqualTo(place(exact)));
            }
        }
    }

    private static int place(double millis) {
        int place = 0;
        while (place < Sample.LATENCY_MILLIS.size() && millis > Sample.LATENCY_MILLIS.get(place)) {
            place++;
        }
        return place;
    }
}
