package dev.rowan.providers.http;

import dev.rowan.api.call.WireReply.NotSentReason;

/// Why no connection was established; nothing was sent. Internal to the package.
final class NotConnectedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final NotSentReason failure;

    NotConnectedException(NotSentReason failure, String detail) {
        super(detail, null, false, false);
        this.failure = failure;
    }

    static NotConnectedException byProxy(String detail) {
        return new NotConnectedException(NotSentReason.PROXY, detail);
    }

    NotSentReason failure() {
        return failure;
    }

    String detail() {
        return String.valueOf(getMessage());
    }
}
