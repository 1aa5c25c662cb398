package dev.rowan.engine.graph;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.plugin.PluginContext;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.api.schema.FieldUse;
import dev.rowan.api.schema.RowFields;
import dev.rowan.expressions.Evaluation;
import dev.rowan.expressions.Expression;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Chooses the route of each row: the result of an expression, true, false or a text, is the route's label. Passes the
/// row on unchanged.
public final class GateTransform implements RowTransform {
    private static final int SHOWN_LABEL = 100;

    private final Expression by;
    private final Set<String> labels;
    private final boolean hasElse;

    public GateTransform(Expression by, Set<String> labels, boolean hasElse) {
        this.by = by;
        this.labels = Set.copyOf(labels);
        this.hasElse = hasElse;
    }

    public Expression by() {
        return by;
    }

    /// A gate with the same routes and another expression.
    public GateTransform with(Expression other) {
        return new GateTransform(other, labels, hasElse);
    }

    /// The result of a visit and the route, empty if it failed.
    public record Decision(TransformResult result, Optional<String> route) {}

    public Decision decide(Row row) {
        return switch (by.evaluate(row)) {
            case Evaluation.Failed(String message) -> failed(Reason.of("expression_error", message));
            case Evaluation.Value(Boolean value) -> route(row, value.toString());
            case Evaluation.Value(String label) -> route(row, label);
            case Evaluation.Value(var value) ->
                failed(Reason.of("expression_error", "must be true, false or a text, got " + typeOf(value)));
        };
    }

    private Decision route(Row row, String label) {
        if (labels.contains(label)) {
            return new Decision(TransformResult.success(row), Optional.of(label));
        }
        if (hasElse) {
            return new Decision(TransformResult.success(row), Optional.of(Edge.ELSE));
        }
        String shown = label.length() > SHOWN_LABEL ? label.substring(0, SHOWN_LABEL) + "…" : label;
        return failed(Reason.of("no_route", "no route has the label '" + shown + "', and there is no 'else'"));
    }

    private static Decision failed(Reason reason) {
        return new Decision(TransformResult.error(reason), Optional.empty());
    }

    private static String typeOf(@Nullable Object value) {
        return switch (value) {
            case null -> "null";
            case Number _ -> "a number";
            case List<?> _ -> "a list";
            default -> "a map";
        };
    }

    @Override
    public TransformResult process(Row row, PluginContext context) {
        return decide(row).result();
    }

    @Override
    public RowFields outputFields(RowFields input) {
        return input;
    }

    @Override
    public List<FieldUse> fieldUses() {
        return by.requiredFields().stream()
                .sorted()
                .map(field -> FieldUse.required(field, "by"))
                .toList();
    }
}
