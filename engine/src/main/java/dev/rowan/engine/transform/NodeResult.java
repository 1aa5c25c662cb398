package dev.rowan.engine.transform;

import dev.rowan.api.TransformResult;
import dev.rowan.engine.call.CommonRejection;
import java.util.Optional;

/// The result of a token at a node.
public sealed interface NodeResult {

    /// The landscape's number of the last record.
    long recorded();

    /// The node is done with the token, which leaves by `route` if it is a gate, after `attempts`: of its calls, or
    /// visits if it made none. `open` is present if
    /// the last visit is not recorded yet; `newAnswer` if a call of it got an answer that no earlier run had.
    record Finished(
            TransformResult result,
            Optional<String> route,
            int attempts,
            long recorded,
            Optional<OpenVisit> open,
            boolean newAnswer)
            implements NodeResult {
        Finished withAttempts(int count) {
            return new Finished(result, route, count, recorded, open, newAnswer);
        }
    }

    /// A call of the token waits for a batch service.
    record Parked(long recorded) implements NodeResult {}

    /// A failed visit that is not recorded yet, because the same `rejection` may affect every row.
    record OpenVisit(CommonRejection rejection, String node, VisitClose close) {}

    /// Records the end of a visit, once.
    interface VisitClose {
        /// As failed; returns the landscape's number of the record.
        long failed();

        /// As stopped by the run.
        void stopped();
    }
}
