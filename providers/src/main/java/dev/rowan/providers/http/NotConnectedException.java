package dev.rowan.providers.http;

import dev.rowan.api.call.WireReply.ConnectFailure;

/// Why no connection was established; nothing was sent. Internal to the package.
final class NotConnectedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final ConnectFailure failure;

    NotConnectedException(ConnectFailure failure, String detail) {
        super(detail, null, false, false);
        this.failure = failure;
    }

    static NotConnectedException byProxy(String detail) {
        return new NotConnectedException(ConnectFailure.PROXY, detail);
    }

    ConnectFailure failure() {
        return failure;
    }

    String detail() {
        return String.valueOf(getMessage());
    }
}
