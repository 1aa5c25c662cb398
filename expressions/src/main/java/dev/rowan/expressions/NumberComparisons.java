package dev.rowan.expressions;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Finds comparisons of fields with numbers, wherever they stand.
final class NumberComparisons {
    private static final Set<String> OPERATORS = Set.of("_<_", "_<=_", "_>_", "_>=_");
    private static final Set<String> CONVERSIONS = Set.of("double", "int");
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(\\.[0-9]+)?([eE][-+]?[0-9]+)?|-?\\.[0-9]+");

    private final Map<Long, Integer> positions;
    private final String text;
    private final List<NumberComparison> found = new ArrayList<>();

    private NumberComparisons(Map<Long, Integer> positions, String text) {
        this.positions = positions;
        this.text = text;
    }

    static List<NumberComparison> of(CelAbstractSyntaxTree tree, String text) {
        var comparisons = new NumberComparisons(tree.getSource().getPositionsMap(), text);
        comparisons.visit(tree.getExpr());
        return comparisons.found;
    }

    private void visit(CelExpr expression) {
        switch (expression.getKind()) {
            case CALL -> {
                CelExpr.CelCall call = expression.call();
                if (OPERATORS.contains(call.function())) {
                    compare(call.args().getFirst(), call.args().getLast());
                    compare(call.args().getLast(), call.args().getFirst());
                }
                call.target().ifPresent(this::visit);
                call.args().forEach(this::visit);
            }
            case SELECT -> visit(expression.select().operand());
            case LIST -> expression.list().elements().forEach(this::visit);
            case COMPREHENSION -> {
                visit(expression.comprehension().iterRange());
                visit(expression.comprehension().loopStep());
            }
            case CONSTANT, IDENT, MAP, STRUCT, NOT_SET -> {}
        }
    }

    private void compare(CelExpr field, CelExpr number) {
        Integer position = positions.get(number.id());
        if (position == null || !isNumber(number)) {
            return;
        }
        int digits = text.offsetByCodePoints(0, position);
        int start = digits > 0 && text.charAt(digits - 1) == '-' ? digits - 1 : digits;
        Matcher literal = NUMBER.matcher(text).region(start, text.length());
        if (literal.lookingAt()) {
            path(field).ifPresent(path -> found.add(new NumberComparison(path, literal.group(), start, literal.end())));
        }
    }

    private static boolean isNumber(CelExpr expression) {
        return expression.getKind() == CelExpr.ExprKind.Kind.CONSTANT
                && (expression.constant().getKind() == CelConstant.Kind.DOUBLE_VALUE
                        || expression.constant().getKind() == CelConstant.Kind.INT64_VALUE);
    }

    /// The keys from the row down to a field; empty for anything else.
    private static Optional<List<String>> path(CelExpr expression) {
        return switch (expression.getKind()) {
            case IDENT ->
                expression.ident().name().equals(ExpressionCompiler.ROW) ? Optional.of(List.of()) : Optional.empty();
            case SELECT ->
                path(expression.select().operand())
                        .map(path -> then(path, expression.select().field()));
            case CALL -> call(expression.call());
            case CONSTANT, LIST, MAP, STRUCT, COMPREHENSION, NOT_SET -> Optional.empty();
        };
    }

    private static Optional<List<String>> call(CelExpr.CelCall call) {
        if (CONVERSIONS.contains(call.function()) && call.args().size() == 1) {
            return path(call.args().getFirst());
        }
        return call.function().equals("_[_]")
                        && call.args().get(1).getKind() == CelExpr.ExprKind.Kind.CONSTANT
                        && call.args().get(1).constant().getKind() == CelConstant.Kind.STRING_VALUE
                ? path(call.args().getFirst())
                        .map(path -> then(path, call.args().get(1).constant().stringValue()))
                : Optional.empty();
    }

    private static List<String> then(List<String> path, String key) {
        var longer = new ArrayList<>(path);
        longer.add(key);
        return longer;
    }
}
