package dev.rowan.engine.call;

import dev.rowan.api.call.CallResult;
import dev.rowan.api.call.Receipt.Standing;
import dev.rowan.api.call.WireReply;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A permanent rejection that may meet every row, such as an unknown model: two are the same when node, number of the
/// call in its visit, status and `error` are, which is the service's error code or, without one, its message without
/// what differs from row to row.
/// `message` is the service's own, of one of them.
public record CommonRejection(Key key, String message) {
    /// How much of a reply is searched for an error code.
    private static final int SEARCHED = 4_096;

    private static final int LONGEST_ERROR = 100;
    private static final int TOO_LARGE = 413;

    /// Time-outs and rate limits, which may pass at another time.
    private static final Set<Integer> PASSING = Set.of(408, 429);

    /// What services say when a row's own content is the cause: it is filtered, or too long.
    private static final Pattern CAUSED_BY_ROW = Pattern.compile(
            "content[_ ]?(filter|policy|management)|responsibleai|flagged|safety|moderation"
                    + "|context[_ ](length|window)|too[_ ]long|too[_ ]large|string_above_max_length"
                    + "|maximum (context|length|number of tokens)|exceed\\w* the (maximum|limit|model)|max_tokens",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern CODE = Pattern.compile("\"(?:code|type|status)\"\\s*:\\s*\"([A-Za-z][\\w.-]{1,80})\"");
    private static final Set<String> NO_CODES = Set.of("error");
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
        if (!permanent || isCausedByRow(reply, message)) {
            return Optional.empty();
        }
        return Optional.of(new CommonRejection(new Key(node, call, reply.status(), error(reply, message)), message));
    }

    /// Whether a reply may turn out to be one, by its status alone.
    static boolean mayBe(WireReply reply) {
        return reply instanceof WireReply.Complete complete
                && complete.status() >= 400
                && complete.status() < 500
                && !PASSING.contains(complete.status());
    }

    private static boolean isCausedByRow(WireReply.Complete reply, String message) {
        return reply.status() == TOO_LARGE
                || CAUSED_BY_ROW.matcher(message).find()
                || CAUSED_BY_ROW.matcher(start(reply)).find();
    }

    private static String error(WireReply.Complete reply, String message) {
        Matcher code = CODE.matcher(start(reply));
        while (code.find()) {
            if (!NO_CODES.contains(code.group(1))) {
                return code.group(1);
            }
        }
        String general = VARYING.matcher(message).replaceAll("_").toLowerCase(Locale.ROOT);
        return general.substring(0, Math.min(LONGEST_ERROR, general.length()));
    }

    private static String start(WireReply.Complete reply) {
        String text = reply.body().asText();
        return text.substring(0, Math.min(SEARCHED, text.length()));
    }
}
