package dev.rowan.transforms.compute;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.expressions.Compilation;
import dev.rowan.expressions.Expression;
import dev.rowan.expressions.ExpressionCompiler;
import dev.rowan.expressions.ResultType;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// The settings of `compute`: expressions by the field that each sets, in order.
record ComputeSettings(Map<String, Expression> expressions, boolean overwrite) {
    static final Option<Map<String, String>> SET = Option.textMap("set")
            .describedAs("CEL expressions over `row`, by the field that each sets; evaluated in order, so that later"
                    + " ones can use fields of earlier ones");

    static final Option<Boolean> OVERWRITE = Option.bool("overwrite")
            .orElse(false)
            .describedAs("whether a field that the row already has is replaced; otherwise the row fails");

    static final Options OPTIONS = Options.of(SET, OVERWRITE);

    ComputeSettings {
        expressions = Collections.unmodifiableMap(new LinkedHashMap<>(expressions));
    }

    static ComputeSettings read(Section section) {
        var compiler = new ExpressionCompiler(ResultType.ANY);
        var expressions = new LinkedHashMap<String, Expression>();
        section.get(SET).forEach((field, text) -> {
            switch (compiler.compile(text)) {
                case Compilation.Compiled(var expression) -> expressions.put(field, expression);
                case Compilation.Invalid(var issues) ->
                    issues.forEach(issue -> section.problem(SET, "invalid expression for '" + field + "', " + issue));
            }
        });
        return new ComputeSettings(expressions, section.get(OVERWRITE));
    }
}
