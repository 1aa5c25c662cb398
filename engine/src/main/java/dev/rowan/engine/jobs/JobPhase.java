package dev.rowan.engine.jobs;

import java.util.Locale;

/// How far a job is, for people: several steps of the record are one phase.
public enum JobPhase {
    SUBMITTING,
    RUNNING,
    CANCELLING,
    COLLECTING,
    HELD,
    /// It met no room and is created again later.
    QUEUED,
    SETTLED;

    /// The phase that a job is in after the step, or in the phase, that the record calls `word`.
    public static JobPhase after(String word) {
        return switch (word) {
            case "created", "polled", "watched" -> RUNNING;
            case "cancel_intent" -> CANCELLING;
            case "ended", "downloaded" -> COLLECTING;
            case "held" -> HELD;
            case "requeued" -> QUEUED;
            case "settled" -> SETTLED;
            default -> SUBMITTING;
        };
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// Whether nothing more is to come.
    public boolean isOver() {
        return this == SETTLED;
    }
}
