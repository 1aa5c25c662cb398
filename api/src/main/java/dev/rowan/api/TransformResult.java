package dev.rowan.api;

import java.util.List;

/// What a transform made of one row. An error is the row's own problem, recorded and routed; a defect is thrown
/// instead.
public sealed interface TransformResult {

    /// The row goes on, changed or not.
    record Success(Row row) implements TransformResult {}

    /// The row became several, each a token of its own; none means that the row ends here, discarded.
    /// Only a transform that declares [dev.rowan.api.plugin.Capability#CREATES_TOKENS] may return it.
    record SuccessMulti(List<Row> rows) implements TransformResult {
        public SuccessMulti {
            rows = List.copyOf(rows);
        }
    }

    /// The row ends here, in the node's error sink if it has one. `verdict` tells a judgement on its content
    /// from a fault.
    record Error(Reason reason, Verdict verdict) implements TransformResult {}

    /// Whether an error is a judgement or a fault.
    enum Verdict {
        /// A filter or safety check did its work: the row is `blocked`, which is no failure of the run.
        BLOCKED,
        /// Something did not work: the row is `failed`.
        FAILED,
        /// A call may have been carried out and paid for and must not be repeated: the row is `indeterminate`. The
        /// engine makes this of an error by itself where a node's `delivery` asks for it.
        INDETERMINATE;

        /// How a row ends by this verdict.
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
