package dev.rowan.providers.template;

import io.pebbletemplates.pebble.node.expression.Expression;
import io.pebbletemplates.pebble.template.EvaluationContextImpl;
import io.pebbletemplates.pebble.template.PebbleTemplateImpl;

/// What stands between `{{` and `}}`, as text.
record PrintedValue(Expression<?> of) implements WrappingExpression<String> {

    @Override
    public String evaluate(PebbleTemplateImpl self, EvaluationContextImpl context) {
        return TemplateVariables.meter(context).weighed(ValueText.of(of.evaluate(self, context)));
    }
}
