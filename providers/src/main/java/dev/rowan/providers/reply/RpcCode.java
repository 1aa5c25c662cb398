package dev.rowan.providers.reply;

/// The google.rpc codes by number, with their HTTP status.
public enum RpcCode {
    OK(200),
    /// The service broke the work off: it may be asked again.
    CANCELLED(500),
    UNKNOWN(500),
    INVALID_ARGUMENT(400),
    DEADLINE_EXCEEDED(504),
    NOT_FOUND(404),
    ALREADY_EXISTS(409),
    PERMISSION_DENIED(403),
    RESOURCE_EXHAUSTED(429),
    FAILED_PRECONDITION(400),
    ABORTED(409),
    OUT_OF_RANGE(400),
    UNIMPLEMENTED(501),
    INTERNAL(500),
    UNAVAILABLE(503),
    DATA_LOSS(500),
    UNAUTHENTICATED(401);

    private final int status;

    RpcCode(int status) {
        this.status = status;
    }

    public int status() {
        return status;
    }

    /// The code of this number. An HTTP status stands for the first code that has it; OK and unknown numbers are
    /// UNKNOWN.
    public static RpcCode of(long number) {
        if (number > 0 && number < values().length) {
            return values()[(int) number];
        }
        for (RpcCode code : values()) {
            if (code != OK && code.status == number) {
                return code;
            }
        }
        return UNKNOWN;
    }

    /// The HTTP status of an error whose code is an HTTP status already, or one of google.rpc.
    public static int httpStatus(long code) {
        return code >= 400 && code <= 599 ? (int) code : of(code).status;
    }
}
