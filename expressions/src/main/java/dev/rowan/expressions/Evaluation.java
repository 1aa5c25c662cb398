package dev.rowan.expressions;

import org.jspecify.annotations.Nullable;

/// The result of evaluating an expression for one row.
public sealed interface Evaluation {

    /// A value that a row can hold.
    record Value(@Nullable Object value) implements Evaluation {}

    /// The expression does not apply to this row: a missing field, a value of another type, a division by zero.
    record Failed(String message) implements Evaluation {}
}
