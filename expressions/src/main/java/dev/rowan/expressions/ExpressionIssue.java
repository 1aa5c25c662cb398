package dev.rowan.expressions;

/// An error in an expression. `line` and `column` count from 1 within its text.
public record ExpressionIssue(int line, int column, String message) {

    @Override
    public String toString() {
        return (line > 1 ? "line " + line + ", " : "") + "column " + column + ": " + message;
    }
}
