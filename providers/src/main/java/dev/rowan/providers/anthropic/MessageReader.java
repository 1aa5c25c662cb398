package dev.rowan.providers.anthropic;

import dev.rowan.api.call.CacheWrites;
import dev.rowan.api.call.Usage;
import dev.rowan.providers.chat.ChatReply;
import dev.rowan.providers.chat.ChatReply.Details;
import dev.rowan.providers.reply.JsonTree;
import dev.rowan.providers.reply.Rejection;
import dev.rowan.providers.reply.Rejection.Kind;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// Parses a message or an error.
final class MessageReader {
    private static final String UNPAID = "credit balance is too low";

    private MessageReader() {}

    static ChatReply read(JsonTree body, Optional<String> requestId) {
        var details = new Details(
                body.at("model").text(),
                requestId.or(() -> body.at("id").text()),
                body.at("stop_reason").text(),
                usage(body.at("usage")),
                body.at("usage").at("service_tier").text());
        List<String> texts = body.at("content").items().stream()
                .filter(block -> block.at("type").text().filter("text"::equals).isPresent())
                .flatMap(block -> block.at("text").text().stream())
                .toList();
        String text = texts.stream().collect(Collectors.joining());
        return switch (details.finish().orElse("")) {
            case "end_turn", "stop_sequence" ->
                texts.isEmpty()
                        ? new ChatReply.Malformed("the message has no text", details)
                        : new ChatReply.Answered(text, details);
            case "max_tokens", "model_context_window_exceeded" -> new ChatReply.Truncated(text, details);
            case "refusal" -> new ChatReply.Refused(text, details);
            case "" -> new ChatReply.Malformed("the message has no stop reason", details);
            case String other -> new ChatReply.Malformed("the stop reason must be end_turn, got " + other, details);
        };
    }

    static ChatReply rejection(int status, JsonTree body, Optional<String> requestId) {
        return new ChatReply.Rejected(
                refusal(status, body), requestId.or(() -> body.at("request_id").text()));
    }

    /// `{"type": "error", "error": {type, message}, "request_id"}`. Missing credit is visible only in the message.
    static Rejection refusal(int status, JsonTree body) {
        JsonTree error = body.at("error");
        Optional<String> type = error.at("type").text();
        Optional<String> message = error.at("message").text();
        boolean unpaid = message.filter(text -> text.toLowerCase(Locale.ROOT).contains(UNPAID))
                .isPresent();
        return Rejection.of(unpaid ? Kind.NO_CREDIT : kind(status, type.orElse("")), status, type, message);
    }

    private static Kind kind(int status, String type) {
        return switch (type) {
            case "overloaded_error", "rate_limit_error" -> Kind.CAPACITY;
            case "billing_error" -> Kind.NO_CREDIT;
            case "authentication_error", "permission_error" -> Kind.DEAD_KEY;
            case "api_error", "timeout_error" ->
                Kind.ofStatus(status) == Kind.CAPACITY ? Kind.CAPACITY : Kind.RETRYABLE;
            default -> Kind.ofStatus(status);
        };
    }

    /// Anthropic counts cached tokens separately; all of them are input. Writes for an hour are told apart in
    /// `cache_creation`.
    private static Usage usage(JsonTree usage) {
        Optional<Long> fresh = usage.at("input_tokens").count();
        Optional<Long> written = usage.at("cache_creation_input_tokens").count();
        long hour = usage.at("cache_creation")
                .at("ephemeral_1h_input_tokens")
                .count()
                .orElse(0L);
        Optional<Long> cached = usage.at("cache_read_input_tokens").count();
        return new Usage(
                fresh.map(n -> n + written.orElse(0L) + cached.orElse(0L)),
                cached,
                written.map(all -> new CacheWrites(all - Math.min(all, hour), 0, Math.min(all, hour))),
                usage.at("output_tokens").count(),
                Optional.empty(),
                Optional.empty());
    }
}
