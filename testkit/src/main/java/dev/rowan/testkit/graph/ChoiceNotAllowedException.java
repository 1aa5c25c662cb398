package dev.rowan.testkit.graph;

/// A run did what the semantics of graphs do not allow.
public final class ChoiceNotAllowedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ChoiceNotAllowedException(String message) {
        super(message);
    }
}
