package dev.rowan.engine.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Over 200 samples of two synthetic models, the chosen threshold has the target agreement in at least 95 %.
class AgreementBoundPropertyTest {
    private static final int SEEDS = 200;
    private static final int ROWS = 200;
    private static final double TARGET = 0.95;

    /// The probability that the models agree on a row, by the confidence of the first, which is uniform; and how often
    /// a threshold should be found at least.
    enum Pair {
        RISING(confidence -> 0.6 + 0.4 * confidence, 0),
        CONCAVE(confidence -> 1 - 0.4 * (1 - confidence) * (1 - confidence), 0.1),
        SURE_UPPER_HALF(confidence -> confidence > 0.5 ? 0.995 : 0.6, 0.6),
        SURE_ABOVE_A_THIRD(confidence -> confidence > 0.3 ? 0.99 : 0.6, 0.6),
        EVERYWHERE_AT_THE_TARGET(_ -> TARGET - 0.0001, 0),
        ALWAYS_BELOW(_ -> 0.9, 0),
        ALWAYS_ABOVE(_ -> 0.98, 0.5);

        private final DoubleUnaryOperator agreement;
        private final double found;

        Pair(DoubleUnaryOperator agreement, double found) {
            this.agreement = agreement;
            this.found = found;
        }

        /// The agreement on all rows from a threshold on.
        double above(double threshold) {
            int steps = 2_000;
            double sum = 0;
            for (int i = 0; i < steps; i++) {
                sum += agreement.applyAsDouble(threshold + (1 - threshold) * (i + 0.5) / steps);
            }
            return sum / steps;
        }
    }

    @ParameterizedTest
    @EnumSource
    void missesTheTargetInAtMostFivePercentOfSamples(Pair pair) {
        AgreementBound bound = AgreementBound.of(TARGET, ROWS);
        int missed = 0;
        int found = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            double threshold = threshold(pair, bound, new SplittableRandom(seed));
            found += threshold <= 1 ? 1 : 0;
            missed += threshold <= 1 && pair.above(threshold) < TARGET ? 1 : 0;
        }
        assertThat(missed).as("missed, seeds 1 to %d", SEEDS).isLessThanOrEqualTo(SEEDS / 20);
        assertThat((double) found / SEEDS).as("found").isGreaterThanOrEqualTo(pair.found);
    }

    /// The lowest threshold that passes; above 1 if none does.
    private static double threshold(Pair pair, AgreementBound bound, SplittableRandom random) {
        double[] confidence = random.doubles(ROWS).sorted().toArray();
        double[] chance = random.doubles(ROWS).toArray();
        double lowest = 2;
        int agreeing = 0;
        for (int kept = 1; kept <= ROWS; kept++) {
            int row = ROWS - kept;
            agreeing += chance[row] < pair.agreement.applyAsDouble(confidence[row]) ? 1 : 0;
            lowest = bound.passes(agreeing, kept) ? confidence[row] : lowest;
        }
        return lowest;
    }

    /// Many thresholds on one sample are many chances to pass: a bound for each alone is not enough.
    @Test
    void aBoundForEachThresholdAloneMissesMoreOften() {
        int missed = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            double[] chance = new SplittableRandom(seed).doubles(ROWS).toArray();
            int[] agreeing = {0};
            boolean passed = false;
            for (int kept = 1; kept <= ROWS; kept++) {
                agreeing[0] += chance[kept - 1] < TARGET - 0.0001 ? 1 : 0;
                passed |= ClopperPearson.lower(agreeing[0], kept, AgreementBound.RISK) >= TARGET;
            }
            missed += passed ? 1 : 0;
        }
        assertThat(missed).isGreaterThan(SEEDS / 20);
    }

    @Test
    void needsEnoughRows() {
        assertThat(AgreementBound.fewestRows(TARGET)).isEqualTo(59);
        AgreementBound bound = AgreementBound.of(TARGET, 59);
        assertThat(bound.passes(59, 59)).isTrue();
        assertThat(bound.passes(58, 59)).isFalse();
        assertThat(Arrays.asList(bound.passes(58, 58), bound.passes(0, 0))).containsOnly(false);
    }
}
