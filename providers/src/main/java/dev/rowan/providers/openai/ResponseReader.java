package dev.rowan.providers.openai;

import dev.rowan.providers.chat.ChatReply;
import dev.rowan.providers.chat.ChatReply.Details;
import dev.rowan.providers.reply.JsonTree;
import dev.rowan.providers.reply.Rejection;
import dev.rowan.providers.reply.Rejection.Kind;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Parses a response object by its `status`.
final class ResponseReader {
    private ResponseReader() {}

    static ChatReply read(JsonTree body, Optional<String> requestId) {
        Optional<String> status = body.at("status").text();
        Optional<String> reason = body.at("incomplete_details").at("reason").text();
        var details = new Details(
                body.at("model").text(),
                requestId.or(() -> body.at("id").text()),
                reason.or(() -> status),
                CompletionReader.usage(body.at("usage"), "input", "output"),
                body.at("service_tier").text());
        return switch (status.orElse("")) {
            case "completed" -> completed(body, details);
            case "incomplete" -> incomplete(body, reason.orElse(""), details);
            case "failed" -> new ChatReply.Rejected(failure(body.at("error")), details.requestId());
            default -> new ChatReply.Malformed("the status is not completed", details);
        };
    }

    private static ChatReply completed(JsonTree body, Details details) {
        List<JsonTree> parts = parts(body);
        Optional<String> refusal = parts.stream()
                .flatMap(part -> part.at("refusal").text().stream())
                .findFirst();
        if (refusal.isPresent()) {
            return new ChatReply.Refused(refusal.get(), details);
        }
        return parts.stream().anyMatch(ResponseReader::isText)
                ? new ChatReply.Answered(text(parts), details)
                : new ChatReply.Malformed("no message with text", details);
    }

    private static ChatReply incomplete(JsonTree body, String reason, Details details) {
        return switch (reason) {
            case "max_output_tokens" -> new ChatReply.Truncated(text(parts(body)), details);
            case "content_filter" -> new ChatReply.Filtered(reason, details);
            default -> new ChatReply.Malformed("the response is incomplete", details);
        };
    }

    private static Rejection failure(JsonTree error) {
        Optional<String> code = error.at("code").text();
        Kind kind = switch (code.orElse("")) {
            case "rate_limit_exceeded" -> Kind.CAPACITY;
            case "server_error" -> Kind.RETRYABLE;
            default -> Kind.INVALID;
        };
        return Rejection.of(kind, 200, code, error.at("message").text());
    }

    private static List<JsonTree> parts(JsonTree body) {
        return body.at("output").items().stream()
                .filter(item -> item.at("type").text().filter("message"::equals).isPresent())
                .flatMap(item -> item.at("content").items().stream())
                .toList();
    }

    private static boolean isText(JsonTree part) {
        return part.at("type").text().filter("output_text"::equals).isPresent()
                && part.at("text").text().isPresent();
    }

    private static String text(List<JsonTree> parts) {
        return parts.stream()
                .filter(ResponseReader::isText)
                .flatMap(part -> part.at("text").text().stream())
                .collect(Collectors.joining());
    }
}
