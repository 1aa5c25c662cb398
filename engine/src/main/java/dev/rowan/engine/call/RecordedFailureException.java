package dev.rowan.engine.call;

import dev.rowan.landscape.resume.PendingRow.PastFailure;

/// Ends the visit of a run that is repeated: a call got no answer then, and what the visit came to is on record.
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
