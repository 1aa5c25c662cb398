package dev.rowan.providers.template;

import io.pebbletemplates.pebble.error.PebbleException;
import io.pebbletemplates.pebble.node.expression.Expression;
import io.pebbletemplates.pebble.template.EvaluationContextImpl;
import io.pebbletemplates.pebble.template.PebbleTemplateImpl;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The items of a `for`: those of a list or the entries of a map, charged before the first iteration.
record LoopItems(Expression<?> of) implements WrappingExpression<Object> {
    /// The charge for an iteration.
    private static final int ROUND = 32;

    @Override
    public @Nullable Object evaluate(PebbleTemplateImpl self, EvaluationContextImpl context) {
        Object value = of.evaluate(self, context);
        List<?> items = switch (value) {
            case null -> List.of();
            case List<?> list -> list;
            case Map<?, ?> map -> new ArrayList<>(map.entrySet());
            default -> throw new PebbleException(null, "for goes through lists and maps", getLineNumber(), "");
        };
        TemplateVariables.meter(context).charge((long) items.size() * ROUND);
        return items;
    }
}
