package dev.rowan.providers.gemini;

import dev.rowan.api.call.Usage;
import dev.rowan.providers.chat.ChatReply;
import dev.rowan.providers.chat.ChatReply.Details;
import dev.rowan.providers.reply.JsonTree;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Parses generated content. A blocked prompt has no candidate, which is a normal reply.
final class ContentReader {
    private ContentReader() {}

    static ChatReply read(JsonTree body, Optional<String> requestId) {
        JsonTree candidate = body.at("candidates").first();
        Optional<String> blocked = body.at("promptFeedback").at("blockReason").text();
        var details = new Details(
                body.at("modelVersion").text(),
                requestId.or(() -> body.at("responseId").text()),
                blocked.or(() -> candidate.at("finishReason").text()),
                usage(body.at("usageMetadata")),
                body.at("usageMetadata").at("serviceTier").text());
        if (blocked.isPresent()) {
            return new ChatReply.Filtered(blocked.get(), details);
        }
        List<String> texts = candidate.at("content").at("parts").items().stream()
                .filter(part -> !Boolean.TRUE.equals(part.at("thought").value()))
                .flatMap(part -> part.at("text").text().stream())
                .toList();
        String text = texts.stream().collect(Collectors.joining());
        return switch (details.finish().orElse("")) {
            case "STOP" ->
                texts.isEmpty()
                        ? new ChatReply.Malformed("the candidate has no text", details)
                        : new ChatReply.Answered(text, details);
            case "MAX_TOKENS" -> new ChatReply.Truncated(text, details);
            case "SAFETY", "RECITATION", "LANGUAGE", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "IMAGE_SAFETY" ->
                new ChatReply.Filtered(details.finish().orElseThrow(), details);
            case "" -> new ChatReply.Malformed("no candidate with a finish reason", details);
            case String other -> new ChatReply.Malformed("the finish reason must be STOP, got " + other, details);
        };
    }

    /// Answer and thinking tokens are counted separately; both are output.
    private static Usage usage(JsonTree usage) {
        Optional<Long> thoughts = usage.at("thoughtsTokenCount").count();
        return new Usage(
                usage.at("promptTokenCount").count(),
                usage.at("cachedContentTokenCount").count(),
                Optional.empty(),
                usage.at("candidatesTokenCount").count().map(n -> n + thoughts.orElse(0L)),
                thoughts,
                Optional.empty());
    }
}
