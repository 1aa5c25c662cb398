package dev.rowan.engine.jobs;

import java.util.Locale;

/// The phase of a job for display, derived from its [JobState].
public enum JobPhase {
    SUBMITTING,
    RUNNING,
    CANCELLING,
    COLLECTING,
    HELD,
    /// Refused for quota; created again later.
    QUEUED,
    SETTLED;

    public static JobPhase of(JobState job) {
        return switch (job.phase()) {
            case PLANNED, UPLOADING, UPLOADED, CREATING -> job.retry().queued() ? QUEUED : SUBMITTING;
            case WATCHED -> job.cancel().requested() ? CANCELLING : RUNNING;
            case ENDED, DOWNLOADED -> COLLECTING;
            case HELD -> HELD;
            case SETTLED -> SETTLED;
        };
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// Whether every item has its end.
    public boolean isOver() {
        return this == SETTLED;
    }
}
