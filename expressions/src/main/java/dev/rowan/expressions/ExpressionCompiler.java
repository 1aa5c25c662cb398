package dev.rowan.expressions;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelIssue;
import dev.cel.common.CelOptions;
import dev.cel.common.CelValidationException;
import dev.cel.common.CelValidationResult;
import dev.cel.common.types.CelType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Compiles CEL expressions over the variable `row`, or over named numbers. There is no clock and no I/O in them;
/// loops and the size of an expression are bounded.
public final class ExpressionCompiler {
    static final String ROW = "row";

    private static final int MAX_ITERATIONS = 100_000;
    private static final int MAX_LENGTH = 10_000;

    private final CelOptions options = CelOptions.current()
            .comprehensionMaxIterations(MAX_ITERATIONS)
            .maxExpressionCodePointSize(MAX_LENGTH)
            .enableHeterogeneousNumericComparisons(true)
            .build();
    private final CelRuntime runtime = CelRuntimeFactory.legacyCelRuntimeBuilder()
            .setOptions(options)
            .addFunctionBindings(MixedArithmetic.bindings())
            .build();
    private final CelCompiler compiler;
    private final ResultType type;
    private final String known;

    /// For expressions over `row` with results of `type`.
    public ExpressionCompiler(ResultType type) {
        this(
                type,
                Map.of(ROW, MapType.create(SimpleType.STRING, SimpleType.DYN)),
                "the fields of the row are " + ROW + ".NAME or " + ROW + "[\"NAME\"]");
    }

    private ExpressionCompiler(ResultType type, Map<String, CelType> variables, String known) {
        this.type = type;
        this.known = known;
        var builder = CelCompilerFactory.standardCelCompilerBuilder()
                .setOptions(options)
                .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
                .addFunctionDeclarations(MixedArithmetic.declarations())
                .setResultType(type.celType());
        variables.forEach(builder::addVar);
        this.compiler = builder.build();
    }

    /// For expressions over whole numbers with these names.
    public static ExpressionCompiler overNumbers(ResultType type, List<String> names) {
        var variables = new LinkedHashMap<String, CelType>();
        names.forEach(name -> variables.put(name, SimpleType.INT));
        return new ExpressionCompiler(type, variables, "there are " + String.join(" and ", names));
    }

    public Compilation compile(String text) {
        CelValidationResult result = compiler.compile(text);
        if (result.hasError()) {
            return new Compilation.Invalid(
                    result.getErrors().stream().map(this::issue).toList());
        }
        try {
            CelAbstractSyntaxTree tree = result.getAst();
            return new Compilation.Compiled(new Expression(
                    text,
                    NumberComparisons.of(tree, text),
                    runtime.createProgram(tree),
                    FieldReferences.of(tree.getExpr()),
                    type,
                    ResultKind.of(tree.getResultType())));
        } catch (CelValidationException | CelEvaluationException e) {
            return new Compilation.Invalid(List.of(new ExpressionIssue(1, 1, String.valueOf(e.getMessage()))));
        }
    }

    private ExpressionIssue issue(CelIssue issue) {
        int line = Math.max(1, issue.getSourceLocation().getLine());
        int column = Math.max(0, issue.getSourceLocation().getColumn());
        return new ExpressionIssue(line, column + 1, message(issue.getMessage()));
    }

    /// CEL's message without its list of every token that may follow, and with the variables that there are.
    private String message(String text) {
        int expected = text.indexOf(" expecting {");
        String message = expected < 0 ? text : text.substring(0, expected);
        message = message.replace(" (in container '')", "");
        return message.startsWith("undeclared reference to ")
                ? message + "; " + known
                : message.replace("'<EOF>'", "the end of the expression");
    }
}
