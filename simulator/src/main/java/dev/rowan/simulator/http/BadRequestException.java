package dev.rowan.simulator.http;

/// A request that is not HTTP as we read it; after the reply the connection ends.
final class BadRequestException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String reason;

    BadRequestException(int status, String message) {
        super(message);
        this.status = status;
        this.reason = message;
    }

    int status() {
        return status;
    }

    String reason() {
        return reason;
    }
}
