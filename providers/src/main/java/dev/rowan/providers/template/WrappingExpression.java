package dev.rowan.providers.template;

import io.pebbletemplates.pebble.extension.NodeVisitor;
import io.pebbletemplates.pebble.node.expression.Expression;

/// An expression that does something with the value of another.
interface WrappingExpression<T> extends Expression<T> {
    Expression<?> of();

    @Override
    default void accept(NodeVisitor visitor) {
        visitor.visit(this);
    }

    @Override
    default int getLineNumber() {
        return of().getLineNumber();
    }
}
