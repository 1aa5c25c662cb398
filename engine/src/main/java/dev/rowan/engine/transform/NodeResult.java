package dev.rowan.engine.transform;

import dev.rowan.api.TransformResult;
import dev.rowan.engine.call.CommonRejection;
import dev.rowan.engine.pipeline.OnError;
import java.util.Optional;

/// What a node made of a row after all its `attempts` (of its calls, or visits where it made none), and where an error
/// leads. `recorded` is the landscape's number of the last visit's record; `open` is there when that is still to be
/// made.
public record NodeResult(
        TransformResult result, OnError onError, int attempts, long recorded, Optional<OpenVisit> open) {

    /// A visit that ended as an error and is not recorded yet, since every row may meet the same `rejection`.
    public record OpenVisit(CommonRejection rejection, String node, VisitClose close) {}

    /// Records how a visit ended, once.
    public interface VisitClose {
        /// As the error that it came to; gives the landscape's number of the record.
        long failed();

        /// As one that the run's stop broke off.
        void stopped();
    }

    /// The same after so many attempts.
    NodeResult after(int tries) {
        return new NodeResult(result, onError, tries, recorded, open);
    }
}
