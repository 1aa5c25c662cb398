package dev.rowan.providers.template;

import dev.rowan.api.text.FieldPath;
import dev.rowan.api.text.FieldPath.Step;
import io.pebbletemplates.pebble.extension.AbstractNodeVisitor;
import io.pebbletemplates.pebble.node.ForNode;
import io.pebbletemplates.pebble.node.Node;
import io.pebbletemplates.pebble.node.SetNode;
import io.pebbletemplates.pebble.node.TestInvocationExpression;
import io.pebbletemplates.pebble.node.expression.ArrayExpression;
import io.pebbletemplates.pebble.node.expression.BinaryExpression;
import io.pebbletemplates.pebble.node.expression.ContextVariableExpression;
import io.pebbletemplates.pebble.node.expression.Expression;
import io.pebbletemplates.pebble.node.expression.FilterInvocationExpression;
import io.pebbletemplates.pebble.node.expression.GetAttributeExpression;
import io.pebbletemplates.pebble.node.expression.LiteralBigDecimalExpression;
import io.pebbletemplates.pebble.node.expression.LiteralStringExpression;
import io.pebbletemplates.pebble.node.expression.TernaryExpression;
import io.pebbletemplates.pebble.node.expression.UnaryExpression;
import io.pebbletemplates.pebble.template.PebbleTemplateImpl;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Finds the paths whose values a template may print. Conditions do not count. The template has passed [Grammar].
final class PromptFields extends AbstractNodeVisitor {
    /// The paths behind the template's own variables; empty for a value computed from paths that count already.
    private final Map<String, Optional<FieldPath>> variables = new HashMap<>(Map.of("loop", Optional.empty()));

    private final Set<FieldPath> used = new LinkedHashSet<>();

    private PromptFields(PebbleTemplateImpl template) {
        super(template);
    }

    static Set<FieldPath> of(PebbleTemplateImpl template) {
        var fields = new PromptFields(template);
        template.getRootNode().accept(fields);
        return fields.used;
    }

    @Override
    public void visit(ForNode node) {
        Expression<?> iterable = node.getIterable() instanceof LoopItems(var of) ? of : node.getIterable();
        String name = node.getIterationVariable();
        var outer = Map.copyOf(variables);
        variables.put(name, assigned(iterable).map(items -> items.then(new Step.Each())));
        node.getBody().accept(this);
        variables.clear();
        variables.putAll(outer);
        if (node.getElseBody() != null) {
            node.getElseBody().accept(this);
        }
    }

    @Override
    public void visit(SetNode node) {
        variables.put(node.getName(), assigned(node.getValue()));
    }

    /// The path behind a variable. A computed value counts as used.
    private Optional<FieldPath> assigned(Expression<?> value) {
        Optional<FieldPath> place = place(value);
        if (place.isEmpty()) {
            value.accept(this);
        }
        return place;
    }

    @Override
    public void visit(Node node) {
        switch (node) {
            case ContextVariableExpression variable -> place(variable).ifPresent(used::add);
            case GetAttributeExpression part -> part(part);
            case PrintedValue printed -> printed.of().accept(this);
            case BinaryExpression<?> both -> both(both);
            case UnaryExpression one -> one.getChildExpression().accept(this);
            case TernaryExpression choice -> {
                choice.getExpression2().accept(this);
                choice.getExpression3().accept(this);
            }
            case ArrayExpression list -> list.getValues().forEach(value -> value.accept(this));
            case FilterInvocationExpression filter -> filter.getArgs().accept(this);
            default -> {} // a literal, or a condition
        }
    }

    private void part(GetAttributeExpression part) {
        Optional<FieldPath> place = place(part);
        if (place.isPresent()) {
            used.add(place.get());
        } else {
            part.getNode().accept(this);
        }
    }

    private void both(BinaryExpression<?> both) {
        if (!(both.getRightExpression() instanceof TestInvocationExpression)) {
            both.getLeftExpression().accept(this);
            both.getRightExpression().accept(this);
        }
    }

    /// The path that an expression names; empty if none.
    private Optional<FieldPath> place(Node expression) {
        return switch (expression) {
            case ContextVariableExpression variable -> variable(variable.getName());
            case GetAttributeExpression part ->
                place(part.getNode()).map(whole -> whole.then(step(part.getAttributeNameExpression())));
            default -> Optional.empty();
        };
    }

    private Optional<FieldPath> variable(String name) {
        FieldPath field = name.equals(TemplateVariables.WHOLE) ? FieldPath.ROW : FieldPath.field(name);
        return variables.getOrDefault(name, Optional.of(field));
    }

    private static Step step(Expression<?> attribute) {
        return switch (attribute) {
            case LiteralStringExpression key -> new Step.Key(key.getValue());
            case LiteralBigDecimalExpression index
            when isIndex(index.getValue()) -> new Step.Index(index.getValue().intValueExact());
            default -> new Step.Each();
        };
    }

    private static boolean isIndex(BigDecimal number) {
        return number.signum() >= 0
                && number.compareTo(BigDecimal.valueOf(Integer.MAX_VALUE)) <= 0
                && number.remainder(BigDecimal.ONE).signum() == 0;
    }
}
