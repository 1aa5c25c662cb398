package dev.rowan.providers.template;

import io.pebbletemplates.pebble.error.PebbleException;
import io.pebbletemplates.pebble.node.expression.BinaryExpression;
import io.pebbletemplates.pebble.node.expression.UnaryExpression;
import io.pebbletemplates.pebble.template.EvaluationContextImpl;
import io.pebbletemplates.pebble.template.PebbleTemplateImpl;
import java.math.BigDecimal;
import java.util.function.BinaryOperator;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/// Arithmetic and comparison operators as template nodes.
final class Arithmetic {
    private Arithmetic() {}

    /// `a - b` and the like.
    static final class Computation extends BinaryExpression<Object> {
        private final String symbol;
        private final BinaryOperator<BigDecimal> operation;

        Computation(String symbol, BinaryOperator<BigDecimal> operation) {
            this.symbol = symbol;
            this.operation = operation;
        }

        @Override
        public Object evaluate(PebbleTemplateImpl self, EvaluationContextImpl context) {
            BigDecimal left = Numbers.operand(getLeftExpression().evaluate(self, context), symbol);
            BigDecimal right = Numbers.operand(getRightExpression().evaluate(self, context), symbol);
            return result(operation.apply(left, right), context);
        }
    }

    /// `a + b`: adds numbers, concatenates texts.
    static final class Plus extends BinaryExpression<Object> {
        @Override
        public Object evaluate(PebbleTemplateImpl self, EvaluationContextImpl context) {
            Object left = getLeftExpression().evaluate(self, context);
            Object right = getRightExpression().evaluate(self, context);
            if (left instanceof String text && right instanceof String other) {
                return TemplateVariables.meter(context).weighed(text + other);
            }
            if (left instanceof String || right instanceof String) {
                throw new PebbleException(
                        null,
                        "'+' takes two numbers or two texts, got %s and %s; join them as text with ~, or %s"
                                .formatted(Numbers.shown(left), Numbers.shown(right), Numbers.hint("")));
            }
            return result(Numbers.add(Numbers.operand(left, "+"), Numbers.operand(right, "+")), context);
        }
    }

    private static BigDecimal result(BigDecimal number, EvaluationContextImpl context) {
        TemplateVariables.meter(context).charge(number.precision());
        return Numbers.bounded(number);
    }

    /// `a < b` and the like. A comparison with null is false.
    static final class Comparison extends BinaryExpression<Boolean> {
        private final String symbol;
        private final IntPredicate holds;

        Comparison(String symbol, IntPredicate holds) {
            this.symbol = symbol;
            this.holds = holds;
        }

        @Override
        public Boolean evaluate(PebbleTemplateImpl self, EvaluationContextImpl context) {
            Object left = getLeftExpression().evaluate(self, context);
            Object right = getRightExpression().evaluate(self, context);
            return left != null
                    && right != null
                    && holds.test(Numbers.operand(left, symbol).compareTo(Numbers.operand(right, symbol)));
        }
    }

    /// `a == b`, or `a != b` if `expected` is false.
    static final class Equality extends BinaryExpression<Boolean> {
        private final boolean expected;

        Equality(boolean expected) {
            this.expected = expected;
        }

        @Override
        public Boolean evaluate(PebbleTemplateImpl self, EvaluationContextImpl context) {
            @Nullable Object left = getLeftExpression().evaluate(self, context);
            @Nullable Object right = getRightExpression().evaluate(self, context);
            TemplateVariables.meter(context).weigh(left);
            return Numbers.areEqual(left, right) == expected;
        }
    }

    /// `-a`; public because Pebble instantiates it by its class.
    public static final class Minus extends UnaryExpression {
        @Override
        public Object evaluate(PebbleTemplateImpl self, EvaluationContextImpl context) {
            return Numbers.operand(getChildExpression().evaluate(self, context), "-")
                    .negate();
        }
    }

    /// `+a`; public because Pebble instantiates it by its class.
    public static final class Positive extends UnaryExpression {
        @Override
        public Object evaluate(PebbleTemplateImpl self, EvaluationContextImpl context) {
            return Numbers.operand(getChildExpression().evaluate(self, context), "+");
        }
    }
}
