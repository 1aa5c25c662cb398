package dev.rowan.engine.jobs;

/// An operator's command that cannot be applied to a job; the message says why and what to do.
public final class JobCommandRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public JobCommandRefusedException(String message) {
        super(message);
    }
}
