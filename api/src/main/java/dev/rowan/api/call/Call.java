package dev.rowan.api.call;

/// One logical request to a service, which may take several attempts.
///
/// `number` distinguishes the calls of one visit, from 1; it must be the same whenever the row is processed again,
/// so that a paid answer is found.
///
/// `request` identifies the call; `form` is how it is sent.
public record Call(
        int number, WireRequest request, RequestForm form, Estimate estimate, Purpose purpose, ReplyReader reader) {

    /// What a call is for, which decides what follows a lost reply.
    ///
    /// A preparation is sent once and in real time, even in batch mode, and shares no answer. If it gets none,
    /// or the budget does not cover it, the row is processed without it.
    public enum Purpose {
        /// An answer that the row needs: by the node's delivery policy.
        ANSWER,
        /// A check, such as a safety check: sending it again does no harm.
        CHECK,
        /// Something that makes later calls cheaper, such as a cache, and that no row needs.
        PREPARATION
    }

    public Call {
        if (number < 1) {
            throw new IllegalArgumentException("calls are numbered from 1, got " + number);
        }
    }

    /// A call that is sent as it is, a check if it is `repeatable`.
    public Call(int number, WireRequest request, Estimate estimate, boolean repeatable, ReplyReader reader) {
        this(number, request, RequestForm.PLAIN, estimate, repeatable ? Purpose.CHECK : Purpose.ANSWER, reader);
    }

    /// Whether sending it again after a lost reply does no harm.
    public boolean repeatable() {
        return purpose == Purpose.CHECK;
    }

    public boolean isPreparation() {
        return purpose == Purpose.PREPARATION;
    }
}
