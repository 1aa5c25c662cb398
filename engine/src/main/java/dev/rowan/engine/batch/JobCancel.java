package dev.rowan.engine.batch;

import java.util.Optional;

/// The cancel of a job by its facts: who asked for it, and what the provider made of it.
public record JobCancel(JobState job) {

    /// Whether a person asked for it, by a command or by interrupting the run.
    public boolean isByPerson() {
        return job.isCancelled() && text("cancelled_by").isPresent();
    }

    /// Whether nothing is submitted for the run until a person asks for it, since this job was cancelled.
    public boolean isWithdrawn() {
        return isByPerson() && !Boolean.TRUE.equals(job.facts().get("released"));
    }

    /// How the provider refused the last cancel; the batch may have ended before it.
    Optional<String> refusal() {
        return job.isCancelSent() ? text("cancel_refused") : Optional.empty();
    }

    /// Why the provider has not accepted the cancel of a batch that is still with it.
    public Optional<String> failure() {
        return job.isCancelled() && job.phase() == JobState.Phase.WATCHED ? text("cancel_failed") : Optional.empty();
    }

    private Optional<String> text(String fact) {
        return job.facts().get(fact) instanceof String text && !text.isEmpty() ? Optional.of(text) : Optional.empty();
    }
}
