package dev.rowan.providers.openai;

import dev.rowan.api.call.CacheWrites;
import dev.rowan.api.call.Usage;
import dev.rowan.providers.chat.ChatReply;
import dev.rowan.providers.chat.ChatReply.Details;
import dev.rowan.providers.reply.JsonTree;
import dev.rowan.providers.reply.Rejection;
import dev.rowan.providers.reply.Rejection.Kind;
import java.util.Optional;

/// Parses a chat completion.
public final class CompletionReader {
    private CompletionReader() {}

    /// Parses the completion in `body`; `requestId` is from the headers.
    public static ChatReply read(JsonTree body, Optional<String> requestId) {
        return read(body, requestId, CompletionQuirks.OPENAI);
    }

    static ChatReply read(JsonTree body, Optional<String> requestId, CompletionQuirks quirks) {
        JsonTree choice = body.at("choices").first();
        JsonTree message = choice.at("message");
        var details = new Details(
                body.at("model").text(),
                requestId.or(() -> body.at("id").text()),
                choice.at("finish_reason").text(),
                cached(usage(body.at("usage"), "prompt", "completion"), body.at("usage"), quirks),
                body.at("service_tier").text());
        Optional<String> text = text(message.at("content"));
        Optional<String> refusal = message.at("refusal").text().filter(content -> !content.isEmpty());
        String finish = details.finish().orElse("");
        return switch (quirks.finish().getOrDefault(finish, finish)) {
            case "stop" ->
                refusal.<ChatReply>map(content -> new ChatReply.Refused(content, details))
                        .or(() -> text.map(content -> new ChatReply.Answered(content, details)))
                        .orElseGet(() -> new ChatReply.Malformed("the message has no content", details));
            case "length" -> new ChatReply.Truncated(text.orElse(""), details);
            case "content_filter" -> new ChatReply.Filtered("content_filter", details);
            case "capacity" ->
                new ChatReply.Rejected(
                        Rejection.of(Kind.CAPACITY, 200, details.finish(), Optional.of("the answer was cut off")),
                        details.requestId());
            case "" -> new ChatReply.Malformed("no choice with a finish reason", details);
            case String other -> new ChatReply.Malformed("the finish reason must be stop, got " + other, details);
        };
    }

    /// Text, or the text parts of a list.
    private static Optional<String> text(JsonTree content) {
        return content.text()
                .or(() -> content.items().stream()
                        .flatMap(part -> part.at("text").text().stream())
                        .reduce(String::concat));
    }

    /// `usage` with the number of cached tokens from the key where this API has it.
    private static Usage cached(Usage usage, JsonTree counts, CompletionQuirks quirks) {
        Optional<Long> cached = quirks.cachedTokens().stream()
                .flatMap(key -> counts.at(key).count().stream())
                .findFirst();
        return cached.isEmpty()
                ? usage
                : new Usage(usage.input(), cached, usage.writes(), usage.output(), usage.reasoning(), usage.costUsd());
    }

    /// The token counts in `usage`, whose keys start with `input` and `output`. What is written to a cache stays
    /// there for half an hour.
    static Usage usage(JsonTree usage, String input, String output) {
        JsonTree details = usage.at(input + "_tokens_details");
        return new Usage(
                usage.at(input + "_tokens").count(),
                details.at("cached_tokens").count(),
                details.at("cache_write_tokens").count().map(CacheWrites::halfHour),
                usage.at(output + "_tokens").count(),
                usage.at(output + "_tokens_details").at("reasoning_tokens").count(),
                Optional.empty());
    }
}
