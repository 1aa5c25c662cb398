package dev.rowan.engine.jobs;

import java.time.Instant;
import java.util.Optional;

/// The cancel of a job: whether it was `requested` and `sent`, the person who asked for it, whether the calls were
/// `released` for submission again, and how the provider refused it or why it could not be sent.
public record JobCancel(
        boolean requested,
        boolean sent,
        Optional<Instant> sentAt,
        Optional<String> person,
        boolean released,
        Optional<String> refusal,
        Optional<String> failure) {

    /// Whether a person asked for it, by a command or by interrupting the run.
    public boolean isByPerson() {
        return requested && person.isPresent();
    }

    /// Whether nothing is submitted for the run until a person resumes it.
    public boolean isWithdrawn() {
        return isByPerson() && !released;
    }
}
