package dev.rowan.engine.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.engine.jobs.JobAction.Where;
import dev.rowan.engine.jobs.JobState.Phase;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class JobTransitionsTest {
    private static final Instant NOW = Instant.parse("2026-11-01T12:00:00Z");
    private static final Instant LATER = NOW.plusSeconds(90);
    private static final JobTransitions.Pace PACE =
            new JobTransitions.Pace(Duration.ofSeconds(60), Duration.ofMinutes(10), Duration.ofHours(26));

    @Test
    void uploadsWhatIsPlannedAndAgainWhatWasBeingUploaded() {
        assertThat(next(in(Phase.PLANNED))).isEqualTo(new JobAction.Upload());
        assertThat(next(in(Phase.UPLOADING))).isEqualTo(new JobAction.Upload());
    }

    @Test
    void createsWhatIsUploaded() {
        assertThat(next(in(Phase.UPLOADED))).isEqualTo(new JobAction.Create());
    }

    @ParameterizedTest
    @EnumSource(names = {"PLANNED", "UPLOADING", "UPLOADED", "ENDED", "DOWNLOADED"})
    void waitsUntilAStepMayBeRetried(Phase phase) {
        assertThat(next(in(phase).with("again_at", LATER))).isEqualTo(new JobAction.Rest(LATER, Where.HERE));
        assertThat(next(in(phase).with("again_at", NOW))).isNotInstanceOf(JobAction.Rest.class);
    }

    @Test
    void waitsForTheProviderWhenItRefusedForQuota() {
        RecordedFacts queued = in(Phase.UPLOADED).with("queued", true).with("again_at", LATER);

        assertThat(next(queued)).isEqualTo(new JobAction.Rest(LATER, Where.PROVIDER));
    }

    @ParameterizedTest
    @EnumSource(names = {"PLANNED", "UPLOADING", "UPLOADED"})
    void endsAllItemsOfAJobThatIsCancelledBeforeItIsCreated(Phase phase) {
        assertThat(next(in(phase).with("cancel", true))).isEqualTo(new JobAction.EndAll(true));
    }

    @Test
    void listsBatchesBeforeItCreatesAgain() {
        RecordedFacts lost = in(Phase.CREATING).with("looks", 0);

        assertThat(next(lost)).isEqualTo(new JobAction.ListBatches());
        lost.with("looks", 1).with("first_look_at", NOW);
        assertThat(next(lost)).isEqualTo(new JobAction.Rest(NOW.plusSeconds(60), Where.HERE));
        assertThat(next(lost.with("first_look_at", NOW.minusSeconds(60)))).isEqualTo(new JobAction.ListBatches());
        lost.with("looks", 2).with("first_look_at", NOW);
        assertThat(next(lost)).isEqualTo(new JobAction.Rest(NOW.plusSeconds(300), Where.HERE));
        assertThat(next(lost.with("looks", 3))).isEqualTo(new JobAction.Create());
        assertThat(next(lost.with("cancel", true))).isEqualTo(new JobAction.EndAll(true));
    }

    @Test
    void checksEveryCandidateBeforeItAdoptsTheOldestThatIsProven() {
        FoundBatch open = other("a", FoundBatch.State.OPEN, 1);
        FoundBatch young = other("b", FoundBatch.State.PROVEN, 3);
        FoundBatch old = other("c", FoundBatch.State.PROVEN, 2);
        RecordedFacts lost = in(Phase.CREATING).with("looks", 3);

        assertThat(next(lost.withBatches("candidates", open, young, old)))
                .isEqualTo(new JobAction.CheckCandidate(open));
        assertThat(next(lost.with("next_poll_at", LATER))).isEqualTo(new JobAction.Rest(LATER, Where.PROVIDER));
        assertThat(next(lost.withBatches("candidates", young, old))).isEqualTo(new JobAction.Adopt(old));
        assertThat(next(lost.withBatches("candidates", open.in(FoundBatch.State.RELEASED))))
                .isEqualTo(new JobAction.Create());
    }

    @Test
    void pollsABatchWhenItIsDue() {
        assertThat(next(watched().with("next_poll_at", LATER))).isEqualTo(new JobAction.Rest(LATER, Where.PROVIDER));
        assertThat(next(watched().with("next_poll_at", NOW))).isEqualTo(new JobAction.Poll());
        assertThat(next(watched().with("next_poll_at", NOW).with("again_at", LATER)))
                .isEqualTo(new JobAction.Rest(LATER, Where.PROVIDER));
    }

    @Test
    void cancelsABatchThatTakesTooLong() {
        Instant created = NOW.minus(PACE.timeout());

        assertThat(next(watched().with("created_at", created))).isEqualTo(new JobAction.TimeOut());
        assertThat(next(watched().with("created_at", created.plusSeconds(30)).with("next_poll_at", LATER)))
                .isEqualTo(new JobAction.Rest(NOW.plusSeconds(30), Where.PROVIDER));
        assertThat(next(watched().with("created_at", created).with("cancel", true)))
                .isEqualTo(new JobAction.SendCancel());
        assertThat(next(watched()
                        .with("created_at", created)
                        .with("cancel", true)
                        .with("cancel_sent", true)
                        .with("next_poll_at", LATER)))
                .isEqualTo(new JobAction.Rest(LATER, Where.PROVIDER));
    }

    @Test
    void listsBatchesAgainAfterItHasAdoptedOne() {
        RecordedFacts adopted =
                watched().with("looks", 1).with("first_look_at", NOW).with("next_poll_at", LATER);

        assertThat(next(adopted)).isEqualTo(new JobAction.Rest(NOW.plusSeconds(60), Where.PROVIDER));
        assertThat(next(adopted.with("first_look_at", NOW.minusSeconds(60)))).isEqualTo(new JobAction.ListBatches());
    }

    @Test
    void cancelsADuplicateFirst() {
        FoundBatch duplicate = other("b", FoundBatch.State.OPEN, 1);

        assertThat(next(watched().with("next_poll_at", NOW).withBatches("duplicates", duplicate)))
                .isEqualTo(new JobAction.CancelDuplicate(duplicate));
    }

    @Test
    void collectsWhatHasEnded() {
        RecordedFacts ended = in(Phase.ENDED);

        for (String status : List.of("completed", "expired", "cancelled")) {
            assertThat(next(ended.with("status", status))).isEqualTo(new JobAction.Download());
        }
        assertThat(next(ended.with("status", "failed"))).isEqualTo(new JobAction.EndAll(false));
        assertThat(next(ended.with("quota", true))).isEqualTo(new JobAction.Requeue());
        assertThat(next(ended.with("cancel", true))).isEqualTo(new JobAction.EndAll(true));
        assertThat(next(in(Phase.DOWNLOADED))).isEqualTo(new JobAction.Ingest());
    }

    @Test
    void cleansUpAndCountsDuplicatesWhenAllIsSettled() {
        FoundBatch duplicate = other("b", FoundBatch.State.CANCELLED, 1);
        RecordedFacts settled = in(Phase.SETTLED).with("looks", 3);

        assertThat(next(settled)).isEqualTo(new JobAction.Done());
        assertThat(next(settled.with("file", "f"))).isEqualTo(new JobAction.Clean());
        settled.with("cleaned", true).withBatches("duplicates", duplicate);
        assertThat(next(settled)).isEqualTo(new JobAction.RecordDuplicateCost(duplicate));
        assertThat(next(settled.withBatches("duplicates", duplicate.in(FoundBatch.State.OPEN))))
                .isInstanceOf(JobAction.CancelDuplicate.class);
        assertThat(next(settled.withBatches("duplicates", duplicate.in(FoundBatch.State.BOOKED))))
                .isEqualTo(new JobAction.Done());
    }

    @Test
    void doesNothingForAJobThatIsHeld() {
        assertThat(next(in(Phase.HELD).with("cancel", true))).isEqualTo(new JobAction.Hold());
    }

    @Test
    void pollsWithExponentialBackoffUpToTheMaximum() {
        assertThat(PACE.after(0, 0.5)).isEqualTo(Duration.ofSeconds(60));
        assertThat(PACE.after(1, 0.5)).isEqualTo(Duration.ofSeconds(90));
        assertThat(PACE.after(2, 0.5)).isEqualTo(Duration.ofSeconds(135));
        assertThat(PACE.after(1_000, 0.5)).isEqualTo(Duration.ofMinutes(10));
        assertThat(PACE.after(0, 0)).isEqualTo(Duration.ofSeconds(54));
        assertThat(PACE.after(0, 1)).isEqualTo(Duration.ofSeconds(66));
    }

    @Test
    void pollsOnceWhenABatchExpires() {
        Duration wait = Duration.ofSeconds(60);

        assertThat(JobTransitions.nextPoll(NOW, wait, Optional.of(NOW.plusSeconds(20))))
                .isEqualTo(NOW.plusSeconds(20));
        assertThat(JobTransitions.nextPoll(NOW, wait, Optional.of(NOW.plusSeconds(80))))
                .isEqualTo(NOW.plusSeconds(60));
        assertThat(JobTransitions.nextPoll(NOW, wait, Optional.of(NOW.minusSeconds(1))))
                .isEqualTo(NOW.plusSeconds(60));
        assertThat(JobTransitions.nextPoll(NOW, wait, Optional.empty())).isEqualTo(NOW.plusSeconds(60));
    }

    private static RecordedFacts in(Phase phase) {
        return RecordedFacts.in(phase);
    }

    private static RecordedFacts watched() {
        return in(Phase.WATCHED)
                .with("batch_id", "b1")
                .with("created_at", NOW.minusSeconds(600))
                .with("looks", 3);
    }

    private static FoundBatch other(String id, FoundBatch.State state, long age) {
        return new FoundBatch(id, Optional.of(NOW.plusSeconds(age)), state, Optional.empty());
    }

    private static JobAction next(RecordedFacts facts) {
        return JobTransitions.next(facts.state("step", NOW), NOW, PACE);
    }
}
