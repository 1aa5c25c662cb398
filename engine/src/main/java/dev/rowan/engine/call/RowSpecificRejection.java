package dev.rowan.engine.call;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/// Tells a rejection caused by the content of one row (filtered, too long) from one that may affect every row. The
/// service's error codes decide; phrases are searched for only without such a code, since messages about a wrong
/// model or parameter mention tokens, safety and moderation too.
final class RowSpecificRejection {
    private static final int PAYLOAD_TOO_LARGE = 413;
    private static final int NOT_FOUND = 404;

    private static final Set<String> ROW_CODES = Set.of(
            "content_filter",
            "content_policy_violation",
            "responsibleaipolicyviolation",
            "moderation_blocked",
            "data_inspection_failed",
            "invalid_prompt",
            "context_length_exceeded",
            "string_above_max_length",
            "tokens_limit_reached",
            "request_too_large");

    private static final Pattern REQUEST_CODE =
            Pattern.compile("unsupported.*|unknown.*|.*not_?found|.*not_?supported", Pattern.CASE_INSENSITIVE);

    /// A message that names a parameter of the request, which is the same for every row.
    private static final Pattern NAMES_PARAMETER = Pattern.compile(
            "^\\W{0,3}(max_\\w*tokens|maxOutputTokens)\\b|parameter|unsupported|not supported",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern ROW_PHRASE = Pattern.compile(
            "(prompt|input|text|request|message)s? (is|was|are) too (long|large)"
                    + "|maximum context length|exceeds? (the )?(model'?s )?context (length|window|limit)"
                    + "|reduce the length of|input token count|prompt contains \\d+ tokens|too many (input )?tokens"
                    + "|longer than \\d+ characters"
                    + "|content (management )?policy|(by|of|from|the) content filter|safety system"
                    + "|(prompt|input|content|request) (was|is|has been) (flagged|blocked|filtered)",
            Pattern.CASE_INSENSITIVE);

    private RowSpecificRejection() {}

    /// Whether the row itself is the cause. `message` is the service's own.
    static boolean isCause(int status, String message, ErrorBody body) {
        List<String> names = body.names();
        if (status == PAYLOAD_TOO_LARGE || names.stream().anyMatch(RowSpecificRejection::isRowCode)) {
            return true;
        }
        if (status == NOT_FOUND
                || names.stream().anyMatch(name -> REQUEST_CODE.matcher(name).matches())
                || NAMES_PARAMETER.matcher(message).find()) {
            return false;
        }
        return ROW_PHRASE.matcher(message).find()
                || ROW_PHRASE.matcher(body.text()).find();
    }

    private static boolean isRowCode(String name) {
        return ROW_CODES.contains(name.toLowerCase(Locale.ROOT));
    }
}
