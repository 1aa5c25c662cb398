package dev.rowan.api.call;

/// One logical request to a service, which may take several attempts.
///
/// `number` distinguishes the calls of one visit, from 1; it must be the same whenever the row is processed again,
/// so that a paid answer is found. `repeatable`: sending it again after a lost reply does no harm, as with a
/// safety check.
///
/// `request` identifies the call; `form` is how it is sent.
public record Call(
        int number, WireRequest request, RequestForm form, Estimate estimate, boolean repeatable, ReplyReader reader) {

    public Call {
        if (number < 1) {
            throw new IllegalArgumentException("calls are numbered from 1, got " + number);
        }
    }

    /// A call that is sent as it is.
    public Call(int number, WireRequest request, Estimate estimate, boolean repeatable, ReplyReader reader) {
        this(number, request, RequestForm.PLAIN, estimate, repeatable, reader);
    }
}
