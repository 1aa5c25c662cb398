package dev.rowan.providers.safety;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;

/// The result of checking one row. Only [Clean] lets it pass.
sealed interface CheckResult {

    record Clean() implements CheckResult {}

    /// A violation, or a failure that left something unchecked.
    record Ended(TransformResult.Error error) implements CheckResult {}

    /// An internal error.
    record Broken(RuntimeException defect) implements CheckResult {}

    static CheckResult failed(Reason reason) {
        return new Ended(new TransformResult.Error(reason, TransformResult.Verdict.FAILED));
    }

    static CheckResult blocked(Reason reason) {
        return new Ended(new TransformResult.Error(reason, TransformResult.Verdict.BLOCKED));
    }

    /// The result for a row that is checked alone; a defect is thrown.
    default TransformResult alone(Row row) {
        return switch (this) {
            case Clean() -> TransformResult.success(row);
            case Ended(var error) -> error;
            case Broken(var defect) -> throw defect;
        };
    }
}
