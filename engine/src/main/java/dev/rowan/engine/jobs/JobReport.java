package dev.rowan.engine.jobs;

import dev.rowan.landscape.JobQueries.BatchJob;
import dev.rowan.landscape.LandscapeReader;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A batch job of a run for display: its state, what follows from it, and all facts as recorded.
public record JobReport(String runId, JobState state, Map<String, @Nullable Object> facts) {

    public static JobReport of(String runId, BatchJob recorded) {
        return new JobReport(runId, JobState.of(recorded), recorded.facts());
    }

    /// The jobs of a run, by number.
    public static List<JobReport> of(LandscapeReader reader, String runId) {
        return reader.jobs().list(runId).stream().map(job -> of(runId, job)).toList();
    }

    public long number() {
        return state.job();
    }

    public JobPhase phase() {
        return JobPhase.of(state);
    }

    public String node() {
        return state.node();
    }

    public String provider() {
        return state.provider();
    }

    public String model() {
        return state.plan().model();
    }

    public Optional<String> batchId() {
        return state.batchId();
    }

    public long items() {
        return state.items();
    }

    public long done() {
        return state.done();
    }

    /// When the batch was created, or else when the last step was recorded.
    public Instant since() {
        return state.batch().createdAt().orElse(state.at());
    }

    /// When the provider is polled next, or asked for capacity again.
    public Optional<Instant> nextPoll() {
        return switch (phase()) {
            case RUNNING, CANCELLING, QUEUED -> nextStep();
            case SUBMITTING, COLLECTING, HELD, SETTLED -> Optional.empty();
        };
    }

    /// When its next step is due: a poll, a retry, or a search for the batch of a lost creation.
    public Optional<Instant> nextStep() {
        return JobSchedule.nextStep(state);
    }

    /// What it waits for, and until when.
    public Optional<JobWait> waits() {
        return JobWait.of(state);
    }

    public JobAnomalies anomalies() {
        return JobAnomalies.of(state);
    }

    /// Why its last step failed: it is retried at [#nextStep].
    public Optional<String> trouble() {
        boolean failed = state.retry().fails() > 0;
        return switch (phase()) {
            case SUBMITTING, RUNNING, CANCELLING, COLLECTING -> failed ? state.why() : state.cancelFailure();
            case QUEUED ->
                failed
                        ? state.why()
                        : Optional.of("the provider had no capacity for it"
                                + state.why().map(why -> ": " + why).orElse(""));
            case HELD, SETTLED -> Optional.empty();
        };
    }

    /// Whether anything is left to do.
    public boolean isOpen() {
        return !phase().isOver() || nextStep().isPresent();
    }

    /// Whether an operator cancelled it and has not resumed the run since.
    public boolean isWithdrawn() {
        return state.cancel().isWithdrawn();
    }

    /// Why it is held.
    public Optional<String> held() {
        return phase() == JobPhase.HELD ? state.why() : Optional.empty();
    }
}
