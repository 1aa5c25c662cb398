package dev.rowan.expressions;

import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import dev.rowan.api.Row;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A compiled expression. Safe for use by many threads.
public final class Expression {
    private static final String ERROR_PREFIX = "evaluation error";

    private final String text;
    private final List<NumberComparison> comparisons;
    private final CelRuntime.Program program;
    private final Set<String> fields;
    private final ResultType type;
    private final ResultKind kind;

    Expression(
            String text,
            List<NumberComparison> comparisons,
            CelRuntime.Program program,
            Set<String> fields,
            ResultType type,
            ResultKind kind) {
        this.text = text;
        this.comparisons = List.copyOf(comparisons);
        this.program = program;
        this.fields = fields;
        this.type = type;
        this.kind = kind;
    }

    /// The fields of the row without which the expression fails; those that it asks for with `has(...)` are not
    /// among them.
    public Set<String> requiredFields() {
        return fields;
    }

    /// The text that it was compiled from.
    public String text() {
        return text;
    }

    /// The places where it compares a field of the row with a number.
    public List<NumberComparison> numberComparisons() {
        return comparisons;
    }

    /// What the result is, as far as it is known without a row.
    public ResultKind resultKind() {
        return kind;
    }

    public Evaluation evaluate(Row row) {
        return evaluate(Map.of(ExpressionCompiler.ROW, new RowVariables(row.asMap())));
    }

    /// Evaluates an expression over numbers.
    public Evaluation evaluateNumbers(Map<String, Long> numbers) {
        return evaluate(numbers);
    }

    private Evaluation evaluate(Map<String, ?> variables) {
        try {
            return result(program.eval(variables));
        } catch (CelEvaluationException | IllegalArgumentException e) {
            return new Evaluation.Failed(message(e));
        }
    }

    private Evaluation result(@Nullable Object result) {
        Object value = CelValues.fromCel(result);
        return type == ResultType.BOOL && !(value instanceof Boolean)
                ? new Evaluation.Failed("must be true or false, got " + value)
                : new Evaluation.Value(value);
    }

    /// CEL's message as "column 3: key 'x' is not present in map."
    private static String message(Exception failure) {
        String message = String.valueOf(failure.getMessage());
        if (!message.startsWith(ERROR_PREFIX)) {
            return message;
        }
        int place = message.indexOf("<input>:");
        int end = message.indexOf(": ", Math.max(place, ERROR_PREFIX.length() - 1));
        if (place < 0 || end < 0) {
            return message;
        }
        int column = Integer.parseInt(message.substring(place + "<input>:".length(), end));
        String text = message.substring(end + 2);
        int candidates = text.indexOf(" Overload candidates:");
        return "column " + (column + 1) + ": " + (candidates < 0 ? text : text.substring(0, candidates));
    }
}
