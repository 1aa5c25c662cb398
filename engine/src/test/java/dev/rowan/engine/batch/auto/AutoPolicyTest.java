package dev.rowan.engine.batch.auto;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class AutoPolicyTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant DEADLINE = NOW.plus(Duration.ofHours(10));
    /// Not the seeds that the policy's constants were tuned on (1 to 200).
    private static final long FIRST_SEED = 50_001;
    private static final int TRACES = 200;

    private final AutoPolicy policy = new AutoPolicy(Duration.ofMinutes(15), 0.5);

    @Test
    void everythingIsSubmittedWhileRealTimeCouldStillDoIt() {
        var decision = policy.decide(new AutoPolicy.Situation(NOW, DEADLINE, 10, 0, 1_000, List.of()));

        assertThat(decision.submit()).isEqualTo(1_000);
        assertThat(decision.cancel()).isEmpty();
        assertThat(decision.lookAgain())
                .isEqualTo(DEADLINE.minus(Duration.ofMinutes(15)).minusSeconds(200));
    }

    @Test
    void whatRealTimeCouldNotDoInTimeIsNotSubmitted() {
        var decision =
                policy.decide(new AutoPolicy.Situation(NOW, NOW.plusSeconds(15 * 60 + 100), 10, 100, 1_000, List.of()));

        assertThat(decision.submit()).isEqualTo(400);
    }

    @Test
    void theLatestJobsAreCalledBackFirstAndNoMoreThanNeeded() {
        var live = List.of(
                new AutoPolicy.Live(1, 300, NOW.minusSeconds(900)),
                new AutoPolicy.Live(2, 300, NOW.minusSeconds(600)),
                new AutoPolicy.Live(3, 300, NOW.minusSeconds(300)));

        var decision = policy.decide(new AutoPolicy.Situation(NOW, NOW.plusSeconds(15 * 60 + 100), 10, 0, 0, live));

        assertThat(decision.cancel()).containsExactly(3L, 2L);
    }

    @Test
    void deadlinesAreMetAndTheCostIsNearThatOfAPlanThatKnewTheDelays() {
        var missed = new ArrayList<Long>();
        var dear = new ArrayList<String>();
        double cost = 0;
        double known = 0;
        double worst = 0;
        for (long seed = FIRST_SEED; seed < FIRST_SEED + TRACES; seed++) {
            AutoTrial trial = trial(AutoPolicy.USUAL, seed);
            AutoTrial.Result result = trial.run();
            if (!result.inTime()) {
                missed.add(seed);
            }
            double ratio = result.cost() / trial.costKnowing();
            cost += result.cost();
            known += trial.costKnowing();
            worst = Math.max(worst, ratio);
            if (ratio > 1.1) {
                dear.add("%d: %.3f".formatted(seed, ratio));
            }
        }
        System.out.printf(
                "auto, seeds %d to %d: %d of %d deadlines met, cost %.3f of the plan that knew the delays, worst trace"
                        + " %.3f, over 1.1: %s%n",
                FIRST_SEED, FIRST_SEED + TRACES - 1, TRACES - missed.size(), TRACES, cost / known, worst, dear);
        assertThat(missed).as("seeds of missed deadlines").hasSizeLessThanOrEqualTo(TRACES / 100);
        assertThat(cost / known).isLessThan(1.10);
    }

    @Test
    void aPolicyThatCountsOnTheBatchAloneMissesDeadlines() {
        var hopeful = new AutoPolicy(Duration.ZERO, 0);
        long missed = 0;
        for (long seed = FIRST_SEED; seed < FIRST_SEED + TRACES; seed++) {
            missed += trial(hopeful, seed).run().inTime() ? 0 : 1;
        }

        assertThat(missed).isGreaterThan(TRACES / 20);
    }

    private static AutoTrial trial(AutoPolicy policy, long seed) {
        return new AutoTrial(policy, Trace.of(seed, 64), 20_000, 20, seed * 31 + 7);
    }
}
