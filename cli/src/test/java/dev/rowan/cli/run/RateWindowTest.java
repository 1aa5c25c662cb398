package dev.rowan.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.cli.terminal.Terminal;
import dev.rowan.engine.batch.BatchServices;
import dev.rowan.engine.call.CallStatistics;
import dev.rowan.engine.jobs.JobAnomalies;
import dev.rowan.engine.jobs.JobPhase;
import dev.rowan.engine.jobs.JobWait;
import dev.rowan.engine.progress.RunProgress;
import dev.rowan.landscape.record.Sample;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class RateWindowTest {
    private final RateWindow pace = new RateWindow("run", 0, ZoneOffset.UTC);

    private ProgressSnapshot at(double seconds, long rows, long source, OptionalLong size) {
        var counts = ProgressFixture.snapshot(
                rows, rows, 0, 0, Map.of(), Map.of(), Map.of(), source, size, CallStatistics.Snapshot.NONE);
        return pace.snapshot(counts, (long) (seconds * 1e9), false);
    }

    @Test
    void estimatesTheRestAtTheRateSoFar() {
        ProgressSnapshot moment = at(2, 100, 250, OptionalLong.of(1_000));
        assertThat(moment.estimate().rowsPerSecond()).hasValue(50);
        assertThat(moment.estimate().rowsExpected()).hasValue(400);
        assertThat(moment.estimate().percent()).hasValue(25);
        assertThat(moment.estimate().timeLeft()).contains(Duration.ofSeconds(6));
        assertThat(moment.elapsed()).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void ignoresTheRateOfMoreThanAMinuteAgo() {
        for (int second = 1; second <= 300; second++) {
            at(second, second <= 200 ? second * 100L : 20_000 + (second - 200), second, OptionalLong.of(1_000));
        }
        ProgressSnapshot moment = at(301, 20_101, 301, OptionalLong.of(1_000));
        assertThat(moment.estimate().rowsPerSecond()).hasValue(1);
        assertThat(moment.estimate().timeLeft())
                .contains(Duration.ofSeconds(Math.round(20_101.0 * 1_000 / 301) - 20_101));
    }

    @Test
    void rowsOfAnEarlierProcessDoNotCountForTheRate() {
        var counts = new RunProgress.Snapshot(
                600,
                510,
                0,
                0,
                0,
                Map.of(),
                Map.of(),
                Map.of(),
                600,
                OptionalLong.of(1_000),
                CallStatistics.Snapshot.NONE,
                0,
                List.of(),
                false,
                Optional.empty(),
                Optional.empty(),
                500,
                0);
        ProgressSnapshot moment = pace.snapshot(counts, 10_000_000_000L, false);
        assertThat(moment.estimate().rowsPerSecond()).hasValue(1);
        assertThat(moment.estimate().percent()).hasValue(51);
    }

    @Test
    void estimatesNothingInTheFirstSecondOrWithoutASize() {
        assertThat(at(0.2, 1, 10, OptionalLong.of(1_000)).estimate().timeLeft()).isEmpty();
        assertThat(at(3, 100, 10, OptionalLong.empty()).estimate().timeLeft()).isEmpty();
    }

    @Test
    void showsTheWaits() {
        var job = new BatchServices.JobProgress(
                1,
                "ask",
                "openai",
                Optional.of("b1"),
                "settled",
                JobPhase.SETTLED,
                Optional.empty(),
                20,
                20,
                Optional.empty(),
                Optional.of(new JobWait(1, JobWait.Kind.SECOND_BATCH, Instant.parse("2026-11-17T15:29:00Z"))),
                JobAnomalies.NONE);
        var counts = new RunProgress.Snapshot(
                20,
                4,
                1,
                15,
                0,
                Map.of(),
                Map.of(),
                Map.of(),
                20,
                OptionalLong.of(20),
                CallStatistics.Snapshot.NONE,
                0,
                List.of(job),
                false,
                Optional.empty(),
                Optional.of(new Sample.HeadRow(5, 0, OptionalLong.of(12_000), false)),
                0,
                0);
        ProgressSnapshot moment = pace.snapshot(counts, 1_000_000_000L, false);

        assertThat(moment.waits())
                .containsExactly(
                        "15 rows wait for earlier row 5, in back-off for 12 s",
                        "watching until 15:29:00 for a second batch of job 1");
        assertThat(ProgressText.block(moment, Terminal.plain(80)))
                .contains("  15 rows wait for earlier row 5, in back-off for 12 s")
                .contains("  watching until 15:29:00 for a second batch of job 1");
        assertThat(ProgressText.line(moment)).contains(" · 15 rows wait for earlier row 5, in back-off for 12 s · ");
    }
}
