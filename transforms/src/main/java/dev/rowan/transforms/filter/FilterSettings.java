package dev.rowan.transforms.filter;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.RowSelector;
import dev.rowan.expressions.Compilation;
import dev.rowan.expressions.Expression;
import dev.rowan.expressions.ExpressionCompiler;
import dev.rowan.expressions.ResultType;
import java.util.Optional;

/// The settings of `filter`; the engine reads `otherwise`. The expression is empty if it is invalid, which has been
/// reported.
record FilterSettings(Optional<Expression> keep) {
    static final Option<String> KEEP =
            Option.text("keep").describedAs("a CEL expression over `row`; rows for which it is true are kept");

    static final Options OPTIONS = Options.of(KEEP, RowSelector.OTHERWISE);

    static FilterSettings read(Section section) {
        return switch (new ExpressionCompiler(ResultType.BOOL).compile(section.get(KEEP))) {
            case Compilation.Compiled(var expression) -> new FilterSettings(Optional.of(expression));
            case Compilation.Invalid(var issues) -> {
                issues.forEach(issue -> section.problem(KEEP, "invalid expression, " + issue));
                yield new FilterSettings(Optional.empty());
            }
        };
    }
}
