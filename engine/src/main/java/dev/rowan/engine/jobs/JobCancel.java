package dev.rowan.engine.jobs;

import java.time.Instant;
import java.util.Optional;

/// The cancel of a job: whether it was `requested` and `sent`, who requested it, whether the calls were
/// `released` for another submission, and how the provider refused it or why it could not be sent.
public record JobCancel(
        boolean requested,
        boolean sent,
        Optional<Instant> sentAt,
        Optional<String> person,
        boolean released,
        Optional<String> refusal,
        Optional<String> failure) {

    /// Whether an operator requested it, by a command or by interrupting the run.
    public boolean isByPerson() {
        return requested && person.isPresent();
    }

    /// Whether nothing is submitted for the run until an operator resumes it.
    public boolean isWithdrawn() {
        return isByPerson() && !released;
    }
}
