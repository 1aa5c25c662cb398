package dev.rowan.providers.http;

import dev.rowan.api.call.WireReply.Hindrance;

/// Why no connection came about; nothing was sent. Never leaves the package.
final class Hindered extends Exception {
    private static final long serialVersionUID = 1L;

    private final Hindrance hindrance;

    Hindered(Hindrance hindrance, String detail) {
        super(detail, null, false, false);
        this.hindrance = hindrance;
    }

    static Hindered byProxy(String detail) {
        return new Hindered(Hindrance.PROXY, detail);
    }

    Hindrance hindrance() {
        return hindrance;
    }

    String detail() {
        return String.valueOf(getMessage());
    }
}
