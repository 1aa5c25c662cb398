package dev.rowan.simulator.batch;

import java.time.Instant;

/// An intervention in a job: its owner cancelled it, or a test ended it.
public record Intervention(Kind kind, Instant at) {

    /// What can be done.
    public enum Kind {
        CANCEL,
        /// All rows are done at once.
        COMPLETE,
        /// It expires with partial results.
        EXPIRE,
        /// It fails as a whole.
        FAIL,
        /// The service has lost it.
        VANISH
    }

    JobStage stage(Timeline timeline, Instant now) {
        int done = timeline.done(at);
        return switch (kind) {
            case CANCEL -> {
                Instant end = at.plus(timeline.timing().cancelling());
                yield now.isBefore(end)
                        ? new JobStage(SimulatedJobState.CANCELLING, at, done)
                        : new JobStage(SimulatedJobState.CANCELLED, end, done);
            }
            case COMPLETE -> new JobStage(SimulatedJobState.COMPLETED, at, timeline.rows());
            case EXPIRE -> new JobStage(SimulatedJobState.EXPIRED, at, done);
            case FAIL, VANISH -> new JobStage(SimulatedJobState.FAILED, at, 0);
        };
    }
}
