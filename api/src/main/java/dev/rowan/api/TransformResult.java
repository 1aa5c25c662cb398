package dev.rowan.api;

import java.util.List;

/// The result of a transform for one row. An error concerns the row alone and is recorded and routed; a defect is
/// thrown.
public sealed interface TransformResult {

    /// The row continues, changed or not.
    record Success(Row row) implements TransformResult {}

    /// The row became several, each a token of its own; an empty list discards the row. Only a transform that
    /// declares [dev.rowan.api.plugin.Capability#CREATES_TOKENS] may return it.
    record SuccessMulti(List<Row> rows) implements TransformResult {
        public SuccessMulti {
            rows = List.copyOf(rows);
        }
    }

    /// The row ends here, in the node's error sink if it has one.
    record Error(Reason reason, Verdict verdict) implements TransformResult {}

    /// Whether an error is a decision or a failure.
    enum Verdict {
        /// A filter or safety check stopped the row: it is `blocked`, which is not a failure of the run.
        BLOCKED,
        /// The transform could not process the row: it is `failed`.
        FAILED,
        /// A call may have been executed and paid for and must not be repeated: the row is `indeterminate`. The
        /// engine turns an error into this where a node's `delivery` asks for it.
        INDETERMINATE;

        /// The outcome of a row with this verdict.
        public Outcome outcome() {
            return switch (this) {
                case BLOCKED -> Outcome.BLOCKED;
                case FAILED -> Outcome.FAILED;
                case INDETERMINATE -> Outcome.INDETERMINATE;
            };
        }
    }

    static TransformResult success(Row row) {
        return new Success(row);
    }

    static TransformResult successMulti(List<Row> rows) {
        return new SuccessMulti(rows);
    }

    static TransformResult error(Reason reason) {
        return new Error(reason, Verdict.FAILED);
    }

    static TransformResult blocked(Reason reason) {
        return new Error(reason, Verdict.BLOCKED);
    }
}
