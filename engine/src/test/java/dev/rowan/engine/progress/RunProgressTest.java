package dev.rowan.engine.progress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.call.Usd;
import dev.rowan.engine.call.CallStatistics;
import dev.rowan.landscape.history.CallTotals;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.record.Sample;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class RunProgressTest {
    private final RunProgress progress = new RunProgress();

    private void read(int rows, long bytesEach) {
        for (int i = 0; i < rows; i++) {
            progress.rowRead(progress.rowsRead() * bytesEach + bytesEach);
        }
    }

    private RunEstimate estimate() {
        RunProgress.Snapshot now = progress.snapshot(
                new RunProgress.LiveState(0, 0, 0, false, Optional.empty(), Optional.empty()),
                CallStatistics.Snapshot.NONE,
                List.of());
        return RunEstimate.of(List.of(
                new ProgressPoint(10, now.rowsRead(), now.rowsEnded(), now.sourceDone(), now.sourceSize(), false)));
    }

    @Test
    void knowsHowManyRowsThereAreOnceTheSourceIsExhausted() {
        progress.sourceOpened(OptionalLong.of(10_000));
        read(10, 100);
        assertThat(estimate().rowsExpected()).hasValue(100);
        progress.sourceExhausted();
        assertThat(estimate().rowsExpected()).hasValue(10);
        assertThat(estimate().exact()).isTrue();
    }

    @Test
    void knowsTheSizeOfAnExhaustedSource() {
        progress.sourceOpened(OptionalLong.empty());
        read(10, 100);
        assertThat(estimate().rowsExpected()).isEmpty();
        progress.sourceExhausted();
        assertThat(estimate().rowsExpected()).hasValue(10);
    }

    @Test
    void aLimitBelowTheRowsOfTheSourceIsWhatIsExpected() {
        progress.sourceOpened(OptionalLong.of(10_000));
        progress.limitTo(OptionalLong.of(20));
        read(10, 100);
        assertThat(estimate().rowsExpected()).hasValue(20);
        read(10, 100);
        assertThat(estimate().rowsExpected()).hasValue(20);
        assertThat(estimate().exact()).isTrue();
    }

    @Test
    void aLimitAboveThemIsNot() {
        progress.sourceOpened(OptionalLong.of(10_000));
        progress.limitTo(OptionalLong.of(2_000));
        read(10, 100);
        assertThat(estimate().rowsExpected()).hasValue(100);
    }

    @Test
    void aResumedRunDoesNotStartAtZeroAgain() {
        progress.sourceOpened(OptionalLong.of(10_000));
        progress.continueFrom(summary(100, 80));
        progress.continueSource(sample(100, 10_000, 10_000));

        assertThat(estimate().percent()).hasValue(80);
        assertThat(estimate().exact()).isTrue();
    }

    @Test
    void whatWasReadAfterTheLastSampleCounts() {
        progress.sourceOpened(OptionalLong.of(10_000));
        progress.continueFrom(summary(50, 25));
        progress.continueSource(sample(25, 2_500, 10_000));

        assertThat(estimate().rowsExpected()).hasValue(100);
        assertThat(estimate().percent()).hasValue(25);
    }

    @Test
    void anotherInputIsNotTakenForTheOneBefore() {
        progress.sourceOpened(OptionalLong.of(12_345));
        progress.continueFrom(summary(50, 25));
        progress.continueSource(sample(25, 2_500, 10_000));

        assertThat(estimate().rowsExpected()).isEmpty();
    }

    private static Sample sample(long rows, long done, long size) {
        return new Sample(
                rows,
                rows,
                0,
                0,
                0,
                0,
                done,
                OptionalLong.of(size),
                Map.of(),
                Map.of(),
                Usd.ZERO,
                Usd.ZERO,
                Optional.empty(),
                0,
                false,
                List.of(),
                List.of(),
                Optional.empty());
    }

    private static RunSummary summary(long read, long ended) {
        return new RunSummary(
                "r",
                "r",
                "running",
                Optional.empty(),
                Instant.EPOCH,
                Optional.empty(),
                Instant.EPOCH,
                read,
                ended,
                Map.of(),
                Map.of(),
                Map.of(),
                "rows.csv",
                Optional.empty(),
                "0",
                "ada",
                1,
                "",
                CallTotals.NONE,
                false,
                0,
                0,
                Map.of(),
                0);
    }
}
