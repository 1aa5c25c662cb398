package dev.rowan.engine.call;

import dev.rowan.landscape.resume.PendingRow.PastFailure;

/// Unwinds a visit of a replay: a call got no answer then, and the result of the visit is recorded.
public final class RecordedFailureException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient PastFailure failure;

    RecordedFailureException(PastFailure failure) {
        super("the failure that was recorded stands", null, false, false);
        this.failure = failure;
    }

    public PastFailure failure() {
        return failure;
    }
}
