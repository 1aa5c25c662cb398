package dev.rowan.engine.batch;

/// The batch runtime failed by a defect, which is the cause.
public final class BatchDefect extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public BatchDefect(Throwable cause) {
        super("the batch runtime failed: " + cause.getMessage(), cause);
    }
}
