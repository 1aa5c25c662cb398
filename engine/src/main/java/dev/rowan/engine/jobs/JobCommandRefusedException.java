package dev.rowan.engine.jobs;

/// A person's word on a job that cannot be followed; the message says why and what to do.
public final class JobCommandRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public JobCommandRefusedException(String message) {
        super(message);
    }
}
