package dev.rowan.engine.progress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.engine.jobs.JobWait;
import dev.rowan.landscape.record.Sample;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RunWaitsTest {
    private static final Instant AT = Instant.parse("2026-11-17T15:29:00Z");

    private static List<String> sentences(Sample.HeadRow head, Duration age) {
        return new RunWaits(Optional.of(head), 12, List.of(), age, Instant::toString).sentences();
    }

    @Test
    void namesTheRowThatTheOthersWaitForAndForHowLong() {
        var backoff = new Sample.HeadRow(5, 1_000, OptionalLong.of(12_000), false);

        assertThat(sentences(backoff, Duration.ZERO))
                .containsExactly("12 rows wait for earlier row 5, in back-off for 12 s");
        assertThat(sentences(backoff, Duration.ofSeconds(4)))
                .as("figures that are four seconds old")
                .containsExactly("12 rows wait for earlier row 5, in back-off for 8 s");
        assertThat(sentences(new Sample.HeadRow(5, 1_000, OptionalLong.empty(), true), Duration.ZERO))
                .containsExactly("12 rows wait for earlier row 5, which awaits a batch");
        assertThat(sentences(new Sample.HeadRow(5, 140_000, OptionalLong.empty(), false), Duration.ZERO))
                .containsExactly("12 rows wait for earlier row 5, in progress for 2 min 20 s");
    }

    @Test
    void doesNotReportASlightlySlowerRow() {
        assertThat(sentences(new Sample.HeadRow(5, 900, OptionalLong.empty(), false), Duration.ZERO))
                .isEmpty();
    }

    @Test
    void namesTheJobsThatAreDueFirst() {
        List<JobWait> jobs = LongStream.rangeClosed(1, 5)
                .mapToObj(job -> new JobWait(job, JobWait.Kind.POLL, AT.plusSeconds(10 - job)))
                .toList();

        assertThat(new RunWaits(
                                Optional.empty(),
                                0,
                                jobs,
                                Duration.ZERO,
                                at -> at.toString().substring(11, 19))
                        .sentences())
                .containsExactly(
                        "waiting for results of batch job 5, next poll at 15:29:05",
                        "waiting for results of batch job 4, next poll at 15:29:06",
                        "waiting for results of batch job 3, next poll at 15:29:07",
                        "2 more batch jobs");
    }
}
