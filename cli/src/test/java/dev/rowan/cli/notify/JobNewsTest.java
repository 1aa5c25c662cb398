package dev.rowan.cli.notify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.cli.notify.Happening.Kind;
import dev.rowan.cli.notify.JobNews.News;
import dev.rowan.engine.batch.Batches.JobState;
import dev.rowan.engine.batch.JobAnomalies;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JobNewsTest {
    private final JobNews news = new JobNews();

    private static JobState job(String step, JobAnomalies anomalies) {
        return new JobState(
                1,
                "ask",
                "openai",
                Optional.of("batch_1"),
                step,
                Optional.empty(),
                6,
                6,
                Optional.empty(),
                Optional.empty(),
                anomalies);
    }

    private List<Kind> told(JobState job) {
        return news.since(List.of(job)).stream().map(News::kind).toList();
    }

    @Test
    void tellsOfItemsWithoutAResultOnce() {
        var missing = new JobAnomalies(2, Map.of(), 0);
        assertThat(told(job("polled", JobAnomalies.NONE))).isEmpty();
        assertThat(told(job("settled", missing))).containsExactly(Kind.JOB_ENDED, Kind.ITEMS_MISSING);
        assertThat(told(job("settled", missing))).isEmpty();
    }

    @Test
    void tellsOfStrayLinesAndOfFurtherBatchesWhenTheyAreFound() {
        assertThat(told(job("polled", new JobAnomalies(0, Map.of(), 1)))).containsExactly(Kind.JOB_ANOMALY);
        assertThat(told(job("settled", new JobAnomalies(0, Map.of("unknown", 3L), 1))))
                .containsExactly(Kind.JOB_ENDED, Kind.JOB_ANOMALY);
    }
}
