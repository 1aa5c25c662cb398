package dev.rowan.engine.batch;

/// The work on the jobs of a run broke; the cause says how.
public final class BatchDefect extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public BatchDefect(Throwable cause) {
        super("the work on batch jobs broke: " + cause.getMessage(), cause);
    }
}
