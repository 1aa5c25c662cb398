package dev.rowan.providers.template;

import io.pebbletemplates.pebble.node.expression.BinaryExpression;
import io.pebbletemplates.pebble.node.expression.Expression;
import io.pebbletemplates.pebble.node.expression.UnaryExpression;
import io.pebbletemplates.pebble.template.EvaluationContextImpl;
import io.pebbletemplates.pebble.template.PebbleTemplateImpl;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A condition: as in Jinja, null, false, zero and empty values are false.
record Condition(Expression<?> of) implements WrappingExpression<Boolean> {

    static boolean holds(@Nullable Object value) {
        return switch (value) {
            case null -> false;
            case Boolean flag -> flag;
            case Number n -> Numbers.operand(n, "if").signum() != 0;
            case String text -> !text.isEmpty();
            case List<?> list -> !list.isEmpty();
            case Map<?, ?> map -> !map.isEmpty();
            default -> true;
        };
    }

    @Override
    public Boolean evaluate(PebbleTemplateImpl self, EvaluationContextImpl context) {
        return holds(of.evaluate(self, context));
    }

    /// `a and b`.
    static final class And extends BinaryExpression<Boolean> {
        @Override
        public Boolean evaluate(PebbleTemplateImpl self, EvaluationContextImpl context) {
            return holds(getLeftExpression().evaluate(self, context))
                    && holds(getRightExpression().evaluate(self, context));
        }
    }

    /// `a or b`.
    static final class Or extends BinaryExpression<Boolean> {
        @Override
        public Boolean evaluate(PebbleTemplateImpl self, EvaluationContextImpl context) {
            return holds(getLeftExpression().evaluate(self, context))
                    || holds(getRightExpression().evaluate(self, context));
        }
    }

    /// `not a`; public because Pebble instantiates it by its class.
    public static final class Not extends UnaryExpression {
        @Override
        public Object evaluate(PebbleTemplateImpl self, EvaluationContextImpl context) {
            return !holds(getChildExpression().evaluate(self, context));
        }
    }
}
