package dev.rowan.engine.stop;

/// The token has ended with its join, and is not processed further.
public final class TokenEndedException extends RowAbandonedException {
    private static final long serialVersionUID = 1L;

    public TokenEndedException() {
        super("the join of this token has closed without it");
    }
}
