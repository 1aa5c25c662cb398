package dev.rowan.engine.pool;

/// The pacer did not let a retry in before the end of its budget. Carries no stack trace: it is no defect.
final class RetryExpiredException extends RuntimeException {
    private static final long serialVersionUID = 1;

    RetryExpiredException() {
        super("the retry budget ended in the pacer", null, false, false);
    }
}
