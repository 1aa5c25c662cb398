package dev.rowan.engine.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class RunEstimateTest {
    private static final ProgressPoint START = ProgressPoint.start(0, 0);

    private static ProgressPoint at(double seconds, long read, long ended, long source, long size) {
        return new ProgressPoint(seconds, read, ended, source, OptionalLong.of(size), false);
    }

    @Test
    void countsRowsDoneOverTheRowsThatTheInputHas() {
        // a quarter of the bytes is read, but only half of these rows are done
        RunEstimate estimate = RunEstimate.of(List.of(START, at(10, 100, 50, 2_500, 10_000)));

        assertThat(estimate.rowsExpected()).hasValue(400);
        assertThat(estimate.exact()).isFalse();
        assertThat(estimate.percent()).hasValue(12);
        assertThat(estimate.rowsPerSecond()).hasValue(5);
        assertThat(estimate.timeLeft()).contains(Duration.ofSeconds(70));
    }

    @Test
    void isExactWhenTheInputWasReadToItsEnd() {
        RunEstimate estimate = RunEstimate.of(List.of(START, at(10, 300, 299, 5_000, 5_000)));

        assertThat(estimate.rowsExpected()).hasValue(300);
        assertThat(estimate.exact()).isTrue();
        assertThat(estimate.percent()).hasValue(99);
        assertThat(RunEstimate.of(List.of(START, at(11, 300, 300, 5_000, 5_000)))
                        .percent())
                .hasValue(100);
    }

    @Test
    void neverClaimsThatAllIsDoneByAnEstimate() {
        assertThat(RunEstimate.of(List.of(START, at(10, 100, 100, 4_999, 5_000)))
                        .percent())
                .hasValue(99);
    }

    @Test
    void estimatesNothingWhileTheRunIsIdle() {
        var waiting = new ProgressPoint(10, 100, 50, 2_500, OptionalLong.of(10_000), true);

        assertThat(RunEstimate.of(List.of(START, waiting)).timeLeft()).isEmpty();
        assertThat(RunEstimate.of(List.of(START, waiting)).percent()).hasValue(12);
    }

    @Test
    void knowsNoTotalWithoutTheInputSize() {
        RunEstimate estimate =
                RunEstimate.of(List.of(START, new ProgressPoint(10, 100, 50, 2_500, OptionalLong.empty(), false)));

        assertThat(estimate.rowsExpected()).isEmpty();
        assertThat(estimate.percent()).isEmpty();
        assertThat(estimate.timeLeft()).isEmpty();
    }

    @Test
    void forgetsThePaceOfLongAgo() {
        RunEstimate estimate = RunEstimate.of(List.of(
                START,
                at(5, 1_000, 1_000, 1_000, 2_000),
                at(60, 1_000, 1_000, 1_000, 2_000),
                at(115, 1_055, 1_055, 1_055, 2_000),
                at(120, 1_060, 1_060, 1_060, 2_000)));

        assertThat(estimate.rowsPerSecond()).hasValue(1);
        assertThat(estimate.timeLeft()).contains(Duration.ofSeconds(940));
    }

    @Test
    void ignoresTimeAndRowsOfEarlierProcesses() {
        RunEstimate estimate = RunEstimate.of(List.of(
                START, at(10, 500, 500, 500, 1_000), at(3_600, 500, 500, 500, 1_000), at(3_610, 600, 600, 600, 1_000)));

        assertThat(estimate.rowsPerSecond()).hasValue(10);
        assertThat(RunEstimate.of(List.of(ProgressPoint.start(0, 500), at(10, 600, 600, 600, 1_000)))
                        .rowsPerSecond())
                .hasValue(10);
    }
}
