package dev.rowan.expressions;

import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import java.util.LinkedHashSet;
import java.util.Set;

/// Finds the fields of the row that an expression reads in any case: `row.name` and `row["name"]`. What stands behind
/// `&&`, `||` and `?:` may never be read, so it is not counted, nor is the argument of `has(...)`.
final class FieldReferences {
    private final Set<String> names = new LinkedHashSet<>();

    private FieldReferences() {}

    static Set<String> of(CelExpr expression) {
        var references = new FieldReferences();
        references.visit(expression);
        return Set.copyOf(references.names);
    }

    private void visit(CelExpr expression) {
        switch (expression.getKind()) {
            case SELECT -> select(expression.select());
            case CALL -> call(expression.call());
            case LIST -> expression.list().elements().forEach(this::visit);
            case MAP ->
                expression.map().entries().forEach(entry -> {
                    visit(entry.key());
                    visit(entry.value());
                });
            case COMPREHENSION -> visit(expression.comprehension().iterRange());
            case CONSTANT, IDENT, STRUCT, NOT_SET -> {}
        }
    }

    private void select(CelExpr.CelSelect select) {
        if (select.testOnly()) {
            return;
        }
        if (isRow(select.operand())) {
            names.add(select.field());
        } else {
            visit(select.operand());
        }
    }

    private void call(CelExpr.CelCall call) {
        call.target().ifPresent(this::visit);
        switch (call.function()) {
            case "_&&_", "_||_" -> {}
            case "_?_:_" -> visit(call.args().getFirst());
            case "_[_]" -> {
                CelExpr key = call.args().get(1);
                if (isRow(call.args().getFirst())
                        && key.getKind() == CelExpr.ExprKind.Kind.CONSTANT
                        && key.constant().getKind() == CelConstant.Kind.STRING_VALUE) {
                    names.add(key.constant().stringValue());
                } else {
                    call.args().forEach(this::visit);
                }
            }
            default -> call.args().forEach(this::visit);
        }
    }

    private static boolean isRow(CelExpr expression) {
        return expression.getKind() == CelExpr.ExprKind.Kind.IDENT
                && expression.ident().name().equals(ExpressionCompiler.ROW);
    }
}
