package dev.rowan.engine.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.rowan.api.batch.BatchStatus;
import dev.rowan.api.batch.BatchStatus.ResultPart;
import dev.rowan.engine.jobs.JobState.Phase;
import dev.rowan.engine.jobs.JobStep.DelayDetail;
import dev.rowan.landscape.JobQueries.BatchJob;
import dev.rowan.landscape.JobQueries.ItemEnd;
import dev.rowan.landscape.record.LogEntry.BatchStepped;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/// Facts are part of the landscape's format: the values asserted here must not change.
class JobCodecTest {
    private static final Instant NOW = Instant.parse("2026-11-01T12:00:00Z");
    private static final Instant LATER = NOW.plusSeconds(60);
    private static final JobState.Plan PLAN = new JobState.Plan(
            "ask",
            "openai",
            "gpt",
            Optional.of("https://api.example"),
            "k7mp2",
            "rowan-k7mp2",
            3,
            1_200,
            810,
            "abc",
            2);
    private static final FoundBatch DUPLICATE = FoundBatch.of("batch_2", Optional.of(NOW), FoundBatch.State.OPEN);

    private static BatchStatus batch(BatchStatus.State state) {
        return new BatchStatus(
                "batch_1",
                state,
                "in_progress",
                Optional.empty(),
                Optional.of(NOW),
                Optional.of(LATER),
                OptionalInt.of(3),
                Optional.of(new BatchStatus.Counts(1, 1, 1)),
                List.of(new ResultPart(ResultPart.Kind.RESULTS, "file-9")),
                List.of());
    }

    private static BatchStepped encode(JobStep step) {
        return JobCodec.encode(1, step, NOW);
    }

    /// The job after the steps, decoded from their record.
    private static JobState fold(JobStep... steps) {
        BatchJob job = JobCodec.first(encode(new JobStep.Planned(PLAN)));
        for (JobStep step : steps) {
            job = JobCodec.after(job, encode(step));
        }
        return JobState.of(job);
    }

    @Test
    void encodesAPlan() {
        BatchStepped step = encode(new JobStep.Planned(PLAN));

        assertThat(step.step()).isEqualTo("planned");
        assertThat(step.facts())
                .containsExactly(
                        entry("phase", "planned"),
                        entry("node", "ask"),
                        entry("provider", "openai"),
                        entry("model", "gpt"),
                        entry("account", "https://api.example"),
                        entry("submission", "k7mp2"),
                        entry("tag", "rowan-k7mp2"),
                        entry("items", 3L),
                        entry("bytes", 1_200L),
                        entry("tokens", 810L),
                        entry("sha256", "abc"),
                        entry("priority", 2L),
                        entry("tries", 0L),
                        entry("looks", 3L));
        assertThat(fold().plan()).isEqualTo(PLAN);
    }

    @Test
    void encodesTheStepsOfASubmission() {
        assertThat(encode(new JobStep.UploadIntended()).facts()).containsExactly(entry("phase", "uploading"));
        assertThat(encode(new JobStep.Uploaded(Optional.of("file-1"))).facts())
                .containsExactly(
                        entry("phase", "uploaded"),
                        entry("file", "file-1"),
                        entry("cleaned", false),
                        entry("fails", 0L));
        assertThat(encode(new JobStep.CreateIntended(LATER, NOW, 2)).facts())
                .containsExactly(
                        entry("phase", "creating"),
                        entry("intended_at", LATER.toString()),
                        entry("first_intended_at", NOW.toString()),
                        entry("tries", 2L),
                        entry("queued", false),
                        entry("looks", 0L));
        assertThat(encode(new JobStep.Created(batch(BatchStatus.State.RUNNING), NOW, LATER))
                        .facts())
                .containsExactly(
                        entry("phase", "watched"),
                        entry("batch_id", "batch_1"),
                        entry("created_at", NOW.toString()),
                        entry("status", "running"),
                        entry("word", "in_progress"),
                        entry("expires_at", LATER.toString()),
                        entry("succeeded", 1L),
                        entry("failed", 1L),
                        entry("unfinished", 1L),
                        entry("fails", 0L),
                        entry("polls", 0L),
                        entry("cancel_sent", false),
                        entry("next_poll_at", LATER.toString()),
                        entry("looks", 3L));
    }

    @Test
    void encodesTheEndOfABatchItsDownloadAndItsSettlement() {
        var failure = new JobStep.Failure("bad line", Map.of(1, "no model"));
        assertThat(encode(new JobStep.Ended(batch(BatchStatus.State.FAILED), Optional.of(failure)))
                        .facts())
                .containsEntry("phase", "ended")
                .containsEntry("status", "failed")
                .containsEntry("quota", false)
                .containsEntry("counted", true)
                .containsEntry("results", Map.of("ref", "file-9"))
                .containsEntry("why", "bad line")
                .containsEntry("blamed", Map.of("1", "no model"));
        var stored = new JobResultPart.Stored("results.jsonl", 70, "def", 3);
        var part = new JobResultPart(ResultPart.Kind.RESULTS, "file-9", Optional.of(stored));
        assertThat(encode(new JobStep.Downloaded(List.of(part), List.of(ResultPart.Kind.ERRORS)))
                        .facts())
                .containsExactly(
                        entry("phase", "downloaded"),
                        entry("fails", 0L),
                        entry("errors", Map.of()),
                        entry(
                                "results",
                                Map.of(
                                        "ref",
                                        "file-9",
                                        "file",
                                        "results.jsonl",
                                        "bytes",
                                        70L,
                                        "sha256",
                                        "def",
                                        "lines",
                                        3L)));
        var lines = new StrayLines(1, 0, 2, List.of("duplicate results:3"));
        assertThat(encode(new JobStep.Settled(Map.of(ItemEnd.SUCCEEDED, 3L), Optional.of(lines)))
                        .facts())
                .containsExactly(
                        entry(
                                "anomalies",
                                Map.of(
                                        "duplicate",
                                        1L,
                                        "unknown",
                                        0L,
                                        "malformed",
                                        2L,
                                        "examples",
                                        List.of("duplicate results:3"))),
                        entry("phase", "settled"),
                        entry(
                                "counts",
                                Map.of("succeeded", 3L, "errored", 0L, "expired", 0L, "cancelled", 0L, "missing", 0L)));
        assertThat(fold(new JobStep.Downloaded(List.of(part), List.of()))
                        .batch()
                        .parts())
                .containsExactly(part);
        assertThat(fold(new JobStep.Ended(batch(BatchStatus.State.FAILED), Optional.of(failure)))
                        .batch()
                        .blamed())
                .isEqualTo(failure.blamed());
        assertThat(fold(new JobStep.Settled(Map.of(ItemEnd.SUCCEEDED, 3L), Optional.of(lines)))
                        .strayLines())
                .isEqualTo(lines);
    }

    @Test
    void encodesCancels() {
        assertThat(encode(new JobStep.CancelIntended("timeout", Optional.of("too long")))
                        .facts())
                .containsExactly(entry("cancel", true), entry("why", "too long"), entry("by", "timeout"));
        JobState cancelled =
                fold(new JobStep.CancelledByPerson("operator", Optional.empty(), Optional.of(Phase.CREATING)));
        assertThat(cancelled.phase()).isEqualTo(Phase.CREATING);
        assertThat(cancelled.creation().listings()).isZero();
        assertThat(cancelled.cancel().isWithdrawn()).isTrue();
        JobState refused = fold(
                new JobStep.CancelRefused(Optional.of("409"), NOW),
                new JobStep.Delayed(
                        1, LATER, "409", new DelayDetail.CancelAgain("409", batch(BatchStatus.State.RUNNING))));
        assertThat(refused.cancel().sent()).isFalse();
        assertThat(refused.cancel().refusal()).isEmpty();
        assertThat(refused.cancel().failure()).contains("409");
        assertThat(fold(new JobStep.CancelAccepted(batch(BatchStatus.State.CANCELLING), NOW, LATER))
                        .cancel()
                        .failure())
                .isEmpty();
    }

    @Test
    void encodesFurtherBatches() {
        BatchStepped step = encode(new JobStep.Listed(
                new JobStep.Listing(1, Optional.of(NOW)), Optional.empty(), Optional.of(List.of(DUPLICATE))));

        assertThat(step.step()).isEqualTo("looked");
        assertThat(step.facts())
                .containsExactly(
                        entry("looks", 1L),
                        entry("fails", 0L),
                        entry("first_look_at", NOW.toString()),
                        entry(
                                "duplicates",
                                List.of(Map.of("batch_id", "batch_2", "created_at", NOW.toString(), "state", "open"))));
        assertThat(fold(new JobStep.DuplicateCancelled(List.of(DUPLICATE))).duplicates())
                .containsExactly(DUPLICATE);
    }

    @Test
    void retriesKeepTheBatchAndClearWhenAPollSucceeds() {
        var created = new JobStep.Created(batch(BatchStatus.State.RUNNING), NOW, LATER);
        var delayed = new JobStep.Delayed(4, LATER, "timeout", new DelayDetail.None());

        JobState failing = fold(created, delayed);
        assertThat(failing.phase()).isEqualTo(Phase.WATCHED);
        assertThat(failing.retry().fails()).isEqualTo(4);
        assertThat(failing.batchId()).contains("batch_1");
        assertThat(fold(created, delayed, new JobStep.Polled(batch(BatchStatus.State.RUNNING), 1, LATER))
                        .retry()
                        .fails())
                .isZero();
        assertThat(fold(created, new JobStep.Delayed(1, LATER, "429", new DelayDetail.NotCreated(Phase.UPLOADED)))
                        .phase())
                .isEqualTo(Phase.UPLOADED);
    }

    @Test
    void readsAbsentAndUnknownFacts() {
        JobState bare = JobState.of(new BatchJob(7, "polled", NOW, Map.of()));
        assertThat(bare.phase()).isEqualTo(Phase.WATCHED);
        assertThat(bare.batchId()).isEmpty();
        assertThat(bare.items()).isZero();
        JobState odd = JobState.of(new BatchJob(
                7,
                "polled",
                NOW,
                Map.of("phase", "melted", "created_at", "yesterday", "status", "?", "colour", "red")));
        assertThat(odd.phase()).isEqualTo(Phase.HELD);
        assertThat(odd.batch().createdAt()).isEmpty();
        assertThat(odd.batch().status()).isEmpty();
    }
}
