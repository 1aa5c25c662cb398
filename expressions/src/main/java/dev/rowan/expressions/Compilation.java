package dev.rowan.expressions;

import java.util.List;

/// The result of compiling the text of an expression.
public sealed interface Compilation {

    record Compiled(Expression expression) implements Compilation {}

    record Invalid(List<ExpressionIssue> issues) implements Compilation {
        public Invalid {
            issues = List.copyOf(issues);
        }
    }
}
