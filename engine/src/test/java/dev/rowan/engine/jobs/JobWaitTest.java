package dev.rowan.engine.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.engine.jobs.JobState.Phase;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JobWaitTest {
    private static final Instant NOW = Instant.parse("2026-11-17T15:24:00Z");
    private static final Instant LATER = NOW.plusSeconds(90);

    private static Optional<String> words(RecordedFacts facts) {
        return JobWait.of(facts.state("polled", NOW))
                .map(wait -> wait.text(at -> at.toString().substring(11, 16)));
    }

    private static RecordedFacts in(Phase phase) {
        return RecordedFacts.in(phase).with("looks", JobTransitions.LISTINGS.size());
    }

    @Test
    void waitsForResultsUntilTheNextPoll() {
        assertThat(words(in(Phase.WATCHED).with("next_poll_at", LATER)))
                .contains("waiting for results of batch job 1, next poll at 15:25");
    }

    @Test
    void watchesForTheBatchOfALostCreationUntilTheLastLook() {
        RecordedFacts lost = RecordedFacts.in(Phase.CREATING).with("looks", 1).with("first_look_at", NOW);

        assertThat(words(lost)).contains("watching until 15:29 for the batch of job 1, whose creation got no reply");
    }

    @Test
    void watchesForASecondBatchAfterAllRowsHaveTheirResults() {
        RecordedFacts settled = RecordedFacts.in(Phase.SETTLED).with("looks", 1).with("first_look_at", NOW);

        assertThat(words(settled)).contains("watching until 15:29 for a second batch of job 1");
    }

    @Test
    void waitsForARetryOrForQuota() {
        assertThat(words(in(Phase.WATCHED).with("fails", 2).with("again_at", LATER)))
                .contains("waiting for the next attempt for batch job 1 at 15:25");
        assertThat(words(in(Phase.UPLOADED).with("queued", true).with("again_at", LATER)))
                .contains("waiting for room at the provider for batch job 1, next attempt at 15:25");
    }

    @Test
    void waitsForNothingWhenItIsDoneOrHeld() {
        assertThat(words(in(Phase.SETTLED))).isEmpty();
        assertThat(words(in(Phase.HELD))).isEmpty();
        assertThat(words(in(Phase.UPLOADED))).isEmpty();
    }
}
