package dev.rowan.providers.http;

import dev.rowan.api.call.WireReply.ConnectFailure;

/// Why no connection was established; nothing was sent. Internal to the package.
final class NotConnectedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final ConnectFailure hindrance;

    NotConnectedException(ConnectFailure hindrance, String detail) {
        super(detail, null, false, false);
        this.hindrance = hindrance;
    }

    static NotConnectedException byProxy(String detail) {
        return new NotConnectedException(ConnectFailure.PROXY, detail);
    }

    ConnectFailure hindrance() {
        return hindrance;
    }

    String detail() {
        return String.valueOf(getMessage());
    }
}
