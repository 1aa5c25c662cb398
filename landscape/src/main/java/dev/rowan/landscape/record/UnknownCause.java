package dev.rowan.landscape.record;

/// Why the result of an attempt is unknown, by the `standing` of its end.
public enum UnknownCause {
    /// The reply was lost: a timeout, a reset, a truncated reply, a gateway error, a job without a result.
    SERVICE,
    /// Our own process was killed, was stopped or failed while the request was on the wire.
    OWN_PROCESS,
    /// The connection broke before any byte of a reply while the service was down, as for every other request.
    OUTAGE;

    /// The standing of an attempt whose process was killed before it ended.
    public static final String OWNER_DIED = "owner_died";

    private static final String WHILE_DOWN = "_while_down";
    private static final String STOPPED = "interrupted";
    private static final String DEFECT = "defect_";

    /// The standing that replaces `standing` if the service was down.
    public static String whileDown(String standing) {
        return standing + WHILE_DOWN;
    }

    public static UnknownCause of(String standing) {
        if (standing.endsWith(WHILE_DOWN)) {
            return OUTAGE;
        }
        return standing.equals(OWNER_DIED) || standing.equals(STOPPED) || standing.startsWith(DEFECT)
                ? OWN_PROCESS
                : SERVICE;
    }
}
