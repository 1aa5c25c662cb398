package dev.rowan.engine.call;

import dev.rowan.api.call.CallResult;
import dev.rowan.api.call.Receipt;
import dev.rowan.api.call.Receipt.Disposition;
import dev.rowan.api.call.WireReply;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// A permanent rejection that may affect every row, such as an unknown model or an address that `network.allow`
/// does not list. Two are the same if node, call number in the visit, status and `error` are equal; `error` is the
/// service's error code or, without one, its message without what varies between rows. `message` is that of one of
/// them, and `answersBefore` the number of answers that the [RejectionSeries] had seen before it.
public record CommonRejection(Key key, String message, long answersBefore) {
    private static final int LONGEST_ERROR = 100;

    /// Timeouts and rate limits, which may pass at another time.
    private static final Set<Integer> PASSING = Set.of(408, 429);

    private static final Pattern VARYING = Pattern.compile("\"[^\"]*\"|'[^']*'|`[^`]*`|[0-9a-fA-F-]{8,}|\\d+");

    /// The identity of a rejection. `outcome` is the result of the request, such as `status 404`.
    public record Key(int node, int call, String outcome, String error) {
        /// For counting rejections whatever the error says.
        Key withoutError() {
            return new Key(node, call, outcome, "");
        }
    }

    /// The rejection of a call at a node, unless it may pass at another time or the row itself is the cause.
    static Optional<CommonRejection> of(int node, int call, CallResult result, long answersBefore) {
        return switch (result) {
            case CallResult.Rejected(var reply, var receipt, var _) -> of(node, call, reply, receipt, answersBefore);
            case CallResult.NoReply(WireReply.NotSent notSent, var _)
            when isForbidden(notSent) ->
                Optional.of(new CommonRejection(
                        new Key(node, call, "not sent", general(notSent.detail())), notSent.detail(), answersBefore));
            case CallResult.NoReply _, CallResult.RateLimited _, CallResult.Answered _ -> Optional.empty();
        };
    }

    private static Optional<CommonRejection> of(
            int node, int call, WireReply.Complete reply, Receipt receipt, long answersBefore) {
        boolean permanent =
                receipt.disposition() == Disposition.INVALID || receipt.disposition() == Disposition.DEAD_KEY;
        String message = receipt.message().orElse("status " + reply.status());
        ErrorBody body = ErrorBody.of(reply.body());
        if (!permanent || RowSpecificRejection.isCause(reply.status(), message, body)) {
            return Optional.empty();
        }
        String error = body.name().orElseGet(() -> general(message));
        return Optional.of(
                new CommonRejection(new Key(node, call, "status " + reply.status(), error), message, answersBefore));
    }

    /// Whether a reply may turn out to be one, by its status alone.
    static boolean mayBe(WireReply reply) {
        return switch (reply) {
            case WireReply.Complete complete ->
                complete.status() >= 300 && complete.status() < 500 && !PASSING.contains(complete.status());
            case WireReply.NotSent notSent -> isForbidden(notSent);
            case WireReply.Unknown _ -> false;
        };
    }

    /// Whether our own egress rules keep the request from being sent.
    private static boolean isForbidden(WireReply.NotSent reply) {
        return reply.reason() == WireReply.NotSentReason.FORBIDDEN;
    }

    /// A message without what varies between rows.
    private static String general(String message) {
        String general = VARYING.matcher(message).replaceAll("_").toLowerCase(Locale.ROOT);
        return general.substring(0, Math.min(LONGEST_ERROR, general.length()));
    }
}
