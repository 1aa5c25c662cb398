package dev.rowan.cli.notify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.cli.notify.JobEvents.News;
import dev.rowan.cli.notify.NotifyEvent.Kind;
import dev.rowan.engine.batch.BatchServices.JobProgress;
import dev.rowan.engine.jobs.JobAnomalies;
import dev.rowan.engine.jobs.JobPhase;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JobEventsTest {
    private final JobEvents news = new JobEvents();

    private static JobProgress job(JobPhase phase, JobAnomalies anomalies) {
        return new JobProgress(
                1,
                "ask",
                "openai",
                Optional.of("batch_1"),
                phase.word(),
                phase,
                Optional.empty(),
                6,
                6,
                Optional.empty(),
                Optional.empty(),
                anomalies);
    }

    private List<Kind> events(JobProgress job) {
        return news.since(List.of(job)).stream().map(News::kind).toList();
    }

    @Test
    void reportsItemsWithoutAResultOnce() {
        var missing = new JobAnomalies(2, Map.of(), 0);
        assertThat(events(job(JobPhase.RUNNING, JobAnomalies.NONE))).isEmpty();
        assertThat(events(job(JobPhase.SETTLED, missing))).containsExactly(Kind.JOB_ENDED, Kind.ITEMS_MISSING);
        assertThat(events(job(JobPhase.SETTLED, missing))).isEmpty();
    }

    @Test
    void reportsUnmatchedLinesAndOtherBatches() {
        assertThat(events(job(JobPhase.RUNNING, new JobAnomalies(0, Map.of(), 1))))
                .containsExactly(Kind.JOB_ANOMALY);
        assertThat(events(job(JobPhase.SETTLED, new JobAnomalies(0, Map.of("unknown", 3L), 1))))
                .containsExactly(Kind.JOB_ENDED, Kind.JOB_ANOMALY);
    }
}
