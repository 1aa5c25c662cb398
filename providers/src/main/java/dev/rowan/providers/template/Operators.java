package dev.rowan.providers.template;

import dev.rowan.providers.template.Arithmetic.Comparison;
import dev.rowan.providers.template.Arithmetic.Computation;
import dev.rowan.providers.template.Arithmetic.Equality;
import dev.rowan.providers.template.Arithmetic.Plus;
import io.pebbletemplates.pebble.error.PebbleException;
import io.pebbletemplates.pebble.extension.core.CoreExtension;
import io.pebbletemplates.pebble.node.expression.BinaryExpression;
import io.pebbletemplates.pebble.node.expression.UnaryExpression;
import io.pebbletemplates.pebble.operator.Associativity;
import io.pebbletemplates.pebble.operator.BinaryOperator;
import io.pebbletemplates.pebble.operator.BinaryOperatorImpl;
import io.pebbletemplates.pebble.operator.BinaryOperatorType;
import io.pebbletemplates.pebble.operator.UnaryOperator;
import io.pebbletemplates.pebble.operator.UnaryOperatorImpl;
import io.pebbletemplates.pebble.template.EvaluationContextImpl;
import io.pebbletemplates.pebble.template.PebbleTemplateImpl;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/// The operators of a template: comparing, counting, joining. Those that can make or search long texts are metered.
final class Operators {
    private static final Set<String> AS_THEY_ARE = Set.of("is", "is not", "|");

    private Operators() {}

    static List<BinaryOperator> binary() {
        var operators = new ArrayList<BinaryOperator>();
        for (BinaryOperator operator : new CoreExtension().getBinaryOperators()) {
            switch (operator.getSymbol()) {
                case "and" -> operators.add(like(operator, Condition.And::new));
                case "or" -> operators.add(like(operator, Condition.Or::new));
                case "==", "equals" -> operators.add(like(operator, () -> new Equality(true)));
                case "!=" -> operators.add(like(operator, () -> new Equality(false)));
                case ">" -> operators.add(like(operator, () -> new Comparison(">", sign -> sign > 0)));
                case "<" -> operators.add(like(operator, () -> new Comparison("<", sign -> sign < 0)));
                case ">=" -> operators.add(like(operator, () -> new Comparison(">=", sign -> sign >= 0)));
                case "<=" -> operators.add(like(operator, () -> new Comparison("<=", sign -> sign <= 0)));
                case "+" -> operators.add(like(operator, Plus::new));
                case "-" -> operators.add(like(operator, () -> new Computation("-", Numbers::subtract)));
                case "*" -> operators.add(like(operator, () -> new Computation("*", Numbers::multiply)));
                case "%" -> operators.add(like(operator, () -> new Computation("%", Numbers::modulo)));
                case "/" -> {
                    operators.add(like(operator, () -> new Computation("/", Numbers::divide)));
                    operators.add(like("//", operator, () -> new Computation("//", Numbers::floorDivide)));
                }
                case "~" -> operators.add(like(operator, Joined::new));
                case "contains" -> operators.add(like(operator, Found::new));
                case String symbol when AS_THEY_ARE.contains(symbol) -> operators.add(operator);
                default -> {}
            }
        }
        return operators;
    }

    static List<UnaryOperator> unary() {
        var operators = new ArrayList<UnaryOperator>();
        for (UnaryOperator operator : new CoreExtension().getUnaryOperators()) {
            Class<? extends UnaryExpression> node = switch (operator.getSymbol()) {
                case "not" -> Condition.Not.class;
                case "-" -> Arithmetic.Minus.class;
                case "+" -> Arithmetic.Positive.class;
                case String other -> throw new IllegalStateException("unknown operator " + other);
            };
            operators.add(new UnaryOperatorImpl(operator.getSymbol(), operator.getPrecedence(), node));
        }
        return operators;
    }

    /// An operator with the symbol and the rank of `operator` and a meaning of its own.
    private static BinaryOperator like(BinaryOperator operator, Supplier<? extends BinaryExpression<?>> node) {
        return like(operator.getSymbol(), operator, node);
    }

    private static BinaryOperator like(
            String symbol, BinaryOperator operator, Supplier<? extends BinaryExpression<?>> node) {
        return new BinaryOperatorImpl(
                symbol, operator.getPrecedence(), node, BinaryOperatorType.NORMAL, Associativity.LEFT);
    }

    /// `a ~ b`: both as text, one after the other.
    static final class Joined extends BinaryExpression<String> {
        @Override
        public String evaluate(PebbleTemplateImpl self, EvaluationContextImpl context) {
            String left = ValueText.of(getLeftExpression().evaluate(self, context));
            String right = ValueText.of(getRightExpression().evaluate(self, context));
            return TemplateVariables.meter(context).weighed(left + right);
        }
    }

    /// `a contains b`: a part of a text, an item of a list or a key of a map.
    static final class Found extends BinaryExpression<Boolean> {
        /// A search compares many characters at a time.
        private static final int AT_ONCE = 16;

        @Override
        public Boolean evaluate(PebbleTemplateImpl self, EvaluationContextImpl context) {
            Object where = getLeftExpression().evaluate(self, context);
            Object what = getRightExpression().evaluate(self, context);
            RenderBudget meter = TemplateVariables.meter(context);
            meter.weigh(where);
            return switch (where) {
                case null -> false;
                case String text -> {
                    String part = ValueText.of(what);
                    meter.charge((long) text.length() * part.length() / AT_ONCE);
                    yield text.contains(part);
                }
                case List<?> list -> list.stream().anyMatch(item -> Numbers.areEqual(item, what));
                case Map<?, ?> map -> map.containsKey(what);
                default -> throw new PebbleException(null, "contains is for texts, lists and maps");
            };
        }
    }
}
