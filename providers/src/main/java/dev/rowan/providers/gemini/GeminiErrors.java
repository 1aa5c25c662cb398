package dev.rowan.providers.gemini;

import dev.rowan.providers.reply.JsonTree;
import dev.rowan.providers.reply.Rejection;
import dev.rowan.providers.reply.Rejection.Kind;
import java.util.Optional;

/// Parses Google's errors: `{"error": {code, status, message, details}}`, with a retry delay in the details.
public final class GeminiErrors {
    private GeminiErrors() {}

    public static Rejection read(int status, JsonTree body) {
        JsonTree error = body.at("error");
        Optional<String> word = error.at("status").text();
        Optional<String> delay = error.at("details").items().stream()
                .flatMap(detail -> detail.at("retryDelay").text().stream())
                .findFirst();
        return Rejection.of(
                        kind(status, word.orElse(""), error),
                        status,
                        word,
                        error.at("message").text())
                .withRetryDelay(delay);
    }

    /// A wrong key is reported as a bad request with a specific reason.
    private static Kind kind(int status, String word, JsonTree error) {
        boolean wrongKey = error.at("details").items().stream()
                .anyMatch(detail -> detail.at("reason")
                        .text()
                        .filter("API_KEY_INVALID"::equals)
                        .isPresent());
        if (wrongKey) {
            return Kind.DEAD_KEY;
        }
        return switch (word) {
            case "RESOURCE_EXHAUSTED", "UNAVAILABLE" -> Kind.CAPACITY;
            case "UNAUTHENTICATED", "PERMISSION_DENIED" -> Kind.DEAD_KEY;
            case "INTERNAL", "DEADLINE_EXCEEDED", "ABORTED", "CANCELLED" -> Kind.RETRYABLE;
            default -> Kind.ofStatus(status);
        };
    }
}
