package dev.rowan.providers.openai;

import dev.rowan.providers.reply.JsonTree;
import dev.rowan.providers.reply.Rejection;
import dev.rowan.providers.reply.Rejection.Kind;
import java.util.Optional;

/// Rejections as OpenAI writes them: `{"error": {message, type, param, code}}`.
public final class OpenAiErrors {
    private OpenAiErrors() {}

    public static Rejection read(int status, JsonTree body) {
        JsonTree error = body.at("error");
        Optional<String> code =
                error.at("code").text().or(() -> error.at("type").text());
        Optional<String> message = error.at("message").text().or(error::text);
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
