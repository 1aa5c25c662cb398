package dev.rowan.engine.batch;

/// A person's word on a job that cannot be followed; the message says why and what to do.
public final class OrderRefused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public OrderRefused(String message) {
        super(message);
    }
}
