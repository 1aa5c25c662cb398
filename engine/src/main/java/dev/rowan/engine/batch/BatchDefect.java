package dev.rowan.engine.batch;

/// The work on the jobs of a run broke: a disk that is full, or a fault of ours.
public final class BatchDefect extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BatchDefect(Throwable cause) {
        super("the work on batch jobs broke: " + cause.getMessage(), cause);
    }
}
