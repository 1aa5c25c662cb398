package dev.rowan.engine.call;

import dev.rowan.api.call.CallResult;
import dev.rowan.api.call.Receipt.Standing;
import dev.rowan.api.call.WireReply;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// A permanent rejection that may meet every row, such as an unknown model: two are the same when node, number of the
/// call in its visit, status and `error` are, which is the service's error code or, without one, its message without
/// what differs from row to row. `message` is the service's own, of one of them.
public record CommonRejection(Key key, String message) {
    private static final int LONGEST_ERROR = 100;

    /// Time-outs and rate limits, which may pass at another time.
    private static final Set<Integer> PASSING = Set.of(408, 429);

    private static final Pattern VARYING = Pattern.compile("\"[^\"]*\"|'[^']*'|`[^`]*`|[0-9a-fA-F-]{8,}|\\d+");

    /// What must be equal in two of them.
    public record Key(int node, int call, int status, String error) {}

    /// The rejection of a call at a node, unless it may pass at another time or the row itself is the cause.
    static Optional<CommonRejection> of(int node, int call, CallResult result) {
        if (!(result instanceof CallResult.Rejected(var reply, var receipt, var _))) {
            return Optional.empty();
        }
        boolean permanent = receipt.standing() == Standing.INVALID || receipt.standing() == Standing.DEAD_KEY;
        String message = receipt.message().orElse("status " + reply.status());
        ErrorBody body = ErrorBody.of(reply.body());
        if (!permanent || RowFault.isCause(reply.status(), message, body)) {
            return Optional.empty();
        }
        String error = body.name().orElseGet(() -> general(message));
        return Optional.of(new CommonRejection(new Key(node, call, reply.status(), error), message));
    }

    /// Whether a reply may turn out to be one, by its status alone.
    static boolean mayBe(WireReply reply) {
        return reply instanceof WireReply.Complete complete
                && complete.status() >= 400
                && complete.status() < 500
                && !PASSING.contains(complete.status());
    }

    /// A message without what differs from row to row.
    private static String general(String message) {
        String general = VARYING.matcher(message).replaceAll("_").toLowerCase(Locale.ROOT);
        return general.substring(0, Math.min(LONGEST_ERROR, general.length()));
    }
}
