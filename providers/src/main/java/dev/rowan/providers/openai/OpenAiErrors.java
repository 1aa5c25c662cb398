package dev.rowan.providers.openai;

import dev.rowan.api.call.Usage;
import dev.rowan.providers.chat.ChatReply;
import dev.rowan.providers.reply.JsonTree;
import dev.rowan.providers.reply.Rejection;
import dev.rowan.providers.reply.Rejection.Kind;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Parses OpenAI's errors: `{"error": {message, type, param, code}}`.
public final class OpenAiErrors {
    private static final String FILTERED = "content_filter";
    private static final List<String> FILTER_CODES =
            List.of(FILTERED, "content_policy_violation", "moderation_blocked");

    /// Azure's addition inside the error.
    private static final String POLICY_VIOLATION = "ResponsibleAIPolicyViolation";

    private OpenAiErrors() {}

    /// Parses a rejection. A prompt blocked by the content filter is a bad request.
    public static ChatReply reply(int status, JsonTree body, Optional<String> requestId) {
        return reply(status, body, requestId, Set.of());
    }

    /// The same for an API with other statuses of an overload.
    static ChatReply reply(int status, JsonTree body, Optional<String> requestId, Set<Integer> capacity) {
        return status / 100 == 4 && isFiltered(body.at("error"))
                ? new ChatReply.Filtered(
                        FILTERED,
                        new ChatReply.Details(Optional.empty(), requestId, Optional.of(FILTERED), Usage.unknown()))
                : new ChatReply.Rejected(rejection(status, body, capacity), requestId);
    }

    private static boolean isFiltered(JsonTree error) {
        return FILTER_CODES.stream().anyMatch(code -> isWord(error, code))
                || error.at("innererror")
                        .at("code")
                        .text()
                        .filter(POLICY_VIOLATION::equals)
                        .isPresent();
    }

    private static Rejection rejection(int status, JsonTree body, Set<Integer> capacity) {
        Rejection read = read(status, body);
        return capacity.contains(status)
                ? new Rejection(Kind.CAPACITY, status, read.code(), read.message(), read.retryDelay())
                : read;
    }

    /// Some compatible services have the fields of the error in the body itself, or a text or a list in `detail`.
    public static Rejection read(int status, JsonTree body) {
        JsonTree error = body.at("error").isObject() ? body.at("error") : body;
        Optional<String> code =
                error.at("code").text().or(() -> error.at("type").text());
        Optional<String> message = error.at("message")
                .text()
                .or(() -> body.at("error").text())
                .or(() -> body.at("detail").text())
                .or(() -> body.at("detail").first().at("msg").text());
        return Rejection.of(kind(status, error), status, code, message);
    }

    private static Kind kind(int status, JsonTree error) {
        boolean unpaid = isWord(error, "insufficient_quota") || isWord(error, "billing_hard_limit_reached");
        if (unpaid && status != 401 && status != 403) {
            return Kind.NO_CREDIT;
        }
        return Kind.ofStatus(status);
    }

    private static boolean isWord(JsonTree error, String word) {
        return error.at("code").text().filter(word::equals).isPresent()
                || error.at("type").text().filter(word::equals).isPresent();
    }
}
