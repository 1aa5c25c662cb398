package dev.rowan.providers.bedrock;

import dev.rowan.api.call.CacheWrites;
import dev.rowan.api.call.Usage;
import dev.rowan.api.call.WireReply;
import dev.rowan.providers.chat.ChatReply;
import dev.rowan.providers.chat.ChatReply.Details;
import dev.rowan.providers.reply.JsonTree;
import dev.rowan.providers.reply.Rejection;
import dev.rowan.providers.reply.Rejection.Kind;
import java.util.List;
import java.util.Optional;

/// Parses replies of Converse.
final class ConverseReader {
    private ConverseReader() {}

    static ChatReply read(JsonTree body, Optional<String> requestId) {
        var details = new Details(
                Optional.empty(),
                requestId,
                body.at("stopReason").text(),
                usage(body.at("usage")),
                body.at("serviceTier").at("type").text());
        List<String> texts = body.at("output").at("message").at("content").items().stream()
                .flatMap(block -> block.at("text").text().stream())
                .toList();
        String text = String.join("", texts);
        return switch (details.finish().orElse("")) {
            case "end_turn", "stop_sequence" ->
                texts.isEmpty()
                        ? new ChatReply.Malformed("the message has no text", details)
                        : new ChatReply.Answered(text, details);
            case "max_tokens", "model_context_window_exceeded" -> new ChatReply.Truncated(text, details);
            case "guardrail_intervened", "content_filtered" ->
                new ChatReply.Filtered(details.finish().get(), details);
            case "" -> new ChatReply.Malformed("the reply has no stop reason", details);
            case String other -> new ChatReply.Malformed("the stop reason must be end_turn, got " + other, details);
        };
    }

    /// Bedrock counts cached tokens beside the others, as Anthropic does; all of them are input. Writes by life are in
    /// `cacheDetails`.
    private static Usage usage(JsonTree usage) {
        Optional<Long> written = usage.at("cacheWriteInputTokens").count();
        Optional<Long> cached = usage.at("cacheReadInputTokens").count();
        long hour = usage.at("cacheDetails").items().stream()
                .filter(detail -> detail.at("ttl").text().filter("1h"::equals).isPresent())
                .mapToLong(detail -> detail.at("inputTokens").count().orElse(0L))
                .sum();
        return new Usage(
                usage.at("inputTokens").count().map(fresh -> fresh + written.orElse(0L) + cached.orElse(0L)),
                cached,
                written.map(all -> new CacheWrites(all - Math.min(all, hour), 0, Math.min(all, hour))),
                usage.at("outputTokens").count(),
                Optional.empty(),
                Optional.empty());
    }

    /// `{"message": …}`, with the exception in a header.
    static Rejection rejection(WireReply.Complete reply, JsonTree body) {
        Optional<String> type = reply.headers()
                .first("x-amzn-errortype")
                .map(text -> text.split("[:,]", 2)[0])
                .or(() -> body.at("__type").text());
        Optional<String> message =
                body.at("message").text().or(() -> body.at("Message").text());
        return Rejection.of(kind(reply.status(), type.orElse("")), reply.status(), type, message);
    }

    private static Kind kind(int status, String type) {
        return switch (type) {
            case "ThrottlingException", "ServiceUnavailableException", "ModelNotReadyException" -> Kind.CAPACITY;
            case "ModelTimeoutException", "ModelErrorException", "InternalServerException" -> Kind.RETRYABLE;
            case "AccessDeniedException",
                    "UnrecognizedClientException",
                    "ExpiredTokenException",
                    "InvalidSignatureException",
                    "IncompleteSignatureException" -> Kind.DEAD_KEY;
            case "ServiceQuotaExceededException" -> Kind.CAPACITY;
            default -> Kind.ofStatus(status);
        };
    }
}
