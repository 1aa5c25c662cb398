package dev.rowan.providers.template;

import io.pebbletemplates.pebble.error.ParserException;
import io.pebbletemplates.pebble.extension.AbstractNodeVisitor;
import io.pebbletemplates.pebble.extension.Filter;
import io.pebbletemplates.pebble.extension.core.CoreExtension;
import io.pebbletemplates.pebble.node.ArgumentsNode;
import io.pebbletemplates.pebble.node.ForNode;
import io.pebbletemplates.pebble.node.Node;
import io.pebbletemplates.pebble.node.PrintNode;
import io.pebbletemplates.pebble.node.SetNode;
import io.pebbletemplates.pebble.node.TestInvocationExpression;
import io.pebbletemplates.pebble.node.expression.ArrayExpression;
import io.pebbletemplates.pebble.node.expression.BinaryExpression;
import io.pebbletemplates.pebble.node.expression.ConcatenateExpression;
import io.pebbletemplates.pebble.node.expression.ContextVariableExpression;
import io.pebbletemplates.pebble.node.expression.Expression;
import io.pebbletemplates.pebble.node.expression.FilterInvocationExpression;
import io.pebbletemplates.pebble.node.expression.FunctionOrMacroInvocationExpression;
import io.pebbletemplates.pebble.node.expression.GetAttributeExpression;
import io.pebbletemplates.pebble.node.expression.LiteralBigDecimalExpression;
import io.pebbletemplates.pebble.node.expression.LiteralBooleanExpression;
import io.pebbletemplates.pebble.node.expression.LiteralLongExpression;
import io.pebbletemplates.pebble.node.expression.LiteralNullExpression;
import io.pebbletemplates.pebble.node.expression.LiteralStringExpression;
import io.pebbletemplates.pebble.node.expression.TernaryExpression;
import io.pebbletemplates.pebble.node.expression.UnaryExpression;
import io.pebbletemplates.pebble.template.PebbleTemplateImpl;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Validates a parsed template: every node is allowed, every filter and test exists, and values are printed by
/// [PrintedValue].
///
/// It also collects the required fields, and whether the template uses the row at all.
final class Grammar extends AbstractNodeVisitor {
    private static final Map<String, Filter> FILTERS = Filters.all();
    private static final Set<String> TESTS = new CoreExtension().getTests().keySet();

    private final Set<String> wanted = new TreeSet<>();
    private final Set<String> bound = new HashSet<>(Set.of("loop"));
    private final Set<String> tested = new HashSet<>();
    private boolean usesRow;
    private int forgiving;

    Grammar(PebbleTemplateImpl template) {
        super(template);
    }

    /// The fields that every row must have. One used with `is defined` is optional.
    Set<String> names() {
        var names = new TreeSet<>(wanted);
        names.removeAll(bound);
        names.removeAll(tested);
        return names;
    }

    /// Whether anything in the template depends on the row.
    boolean usesRow() {
        return usesRow;
    }

    @Override
    public void visit(PrintNode node) {
        super.visit(node);
        node.setExpression(new PrintedValue(node.getExpression()));
    }

    @Override
    public void visit(ForNode node) {
        node.getIterable().accept(this);
        bound.add(node.getIterationVariable());
        super.visit(node);
    }

    @Override
    public void visit(SetNode node) {
        node.getValue().accept(this);
        bound.add(node.getName());
        super.visit(node);
    }

    @Override
    public void visit(Node node) {
        switch (node) {
            case LiteralStringExpression _,
                    LiteralLongExpression _,
                    LiteralBigDecimalExpression _,
                    LiteralBooleanExpression _,
                    LiteralNullExpression _ -> {}
            case ContextVariableExpression variable -> want(variable.getName());
            case GetAttributeExpression part -> part(part);
            case ConcatenateExpression text -> throw refused(text, "a text cannot hold #{…} here; join texts with ~");
            case BinaryExpression<?> both -> both(both);
            case UnaryExpression one -> one.getChildExpression().accept(this);
            case TernaryExpression choice ->
                all(List.of(choice.getExpression1(), choice.getExpression2(), choice.getExpression3()));
            case ArrayExpression list -> all(list.getValues());
            case Condition truth -> truth.of().accept(this);
            case LoopItems rounds -> rounds.of().accept(this);
            case FilterInvocationExpression filter -> filter(filter);
            case TestInvocationExpression test -> test(test);
            case FunctionOrMacroInvocationExpression call ->
                throw refused(call, "there is no function '" + call.getFunctionName() + "'");
            default -> throw refused(node, "this is not allowed in a prompt");
        }
    }

    private void part(GetAttributeExpression part) {
        if (part.getArgumentsNode() != null) {
            throw refused(part, "methods cannot be called");
        }
        part.getAttributeNameExpression().accept(this);
        fieldOf(part).ifPresentOrElse(this::want, () -> part.getNode().accept(this));
    }

    /// The operand of `is defined` and `default` is optional.
    private void both(BinaryExpression<?> both) {
        boolean forgives = switch (both.getRightExpression()) {
            case FilterInvocationExpression filter -> filter.getFilterName().equals("default");
            case TestInvocationExpression test -> test.getTestName().equals("defined");
            default -> false;
        };
        if (forgives && both.getRightExpression() instanceof TestInvocationExpression) {
            fieldOf(both.getLeftExpression()).ifPresent(tested::add);
        }
        forgiving += forgives ? 1 : 0;
        both.getLeftExpression().accept(this);
        forgiving -= forgives ? 1 : 0;
        both.getRightExpression().accept(this);
    }

    /// The field that an expression names, directly or through `row`.
    private static Optional<String> fieldOf(Expression<?> expression) {
        return switch (expression) {
            case ContextVariableExpression variable -> Optional.of(variable.getName());
            case GetAttributeExpression part
            when part.getNode() instanceof ContextVariableExpression whole
                    && whole.getName().equals(TemplateVariables.WHOLE)
                    && part.getAttributeNameExpression() instanceof LiteralStringExpression field ->
                Optional.of(field.getValue());
            default -> Optional.empty();
        };
    }

    private void want(String name) {
        usesRow |= !bound.contains(name);
        if (forgiving == 0 && !name.equals(TemplateVariables.WHOLE)) {
            wanted.add(name);
        }
    }

    private void filter(FilterInvocationExpression filter) {
        Filter known = FILTERS.get(filter.getFilterName());
        if (known == null) {
            throw refused(
                    filter, "there is no filter '" + filter.getFilterName() + "'; there are " + list(FILTERS.keySet()));
        }
        arguments(filter, filter.getArgs(), known.getArgumentNames());
    }

    private void test(TestInvocationExpression test) {
        if (!TESTS.contains(test.getTestName())) {
            throw refused(test, "there is no test '" + test.getTestName() + "'; there are " + list(TESTS));
        }
        arguments(test, test.getArgs(), List.of());
    }

    private void arguments(Node of, ArgumentsNode arguments, List<String> names) {
        int given = arguments.getPositionalArgs() == null
                ? 0
                : arguments.getPositionalArgs().size();
        if (given > names.size()) {
            throw refused(of, "at most " + names.size() + " arguments are taken here, got " + given);
        }
        arguments.accept(this);
    }

    private void all(Collection<? extends Expression<?>> parts) {
        parts.forEach(part -> part.accept(this));
    }

    private static String list(Collection<String> names) {
        return String.join(", ", new TreeSet<>(names));
    }

    private static ParserException refused(Node node, String message) {
        int line = node instanceof Expression<?> expression ? expression.getLineNumber() : 1;
        return new ParserException(null, message, line, "");
    }
}
