package dev.rowan.providers.openrouter;

import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import dev.rowan.json.RowJson;
import dev.rowan.providers.chat.ChatCodec;
import dev.rowan.providers.chat.ChatEndpoint;
import dev.rowan.providers.chat.ChatReply;
import dev.rowan.providers.chat.ChatRequest;
import dev.rowan.providers.chat.ReplyBody;
import dev.rowan.providers.openai.ChatCompletions;
import dev.rowan.providers.openai.CompletionReader;
import dev.rowan.providers.reply.JsonTree;
import dev.rowan.providers.reply.Rejection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// OpenRouter's chat completions: OpenAI's format, with a cost in the usage and errors that may have status 200.
public final class OpenRouterChat implements ChatCodec {
    private final ChatCompletions form = ChatCompletions.compatible();

    @Override
    public WireRequest request(ChatEndpoint endpoint, ChatRequest request) {
        Map<String, @Nullable Object> body = new LinkedHashMap<>(form.body(request));
        if (body.remove("reasoning_effort") instanceof String effort) {
            body.merge("reasoning", Map.of("effort", effort), OpenRouterChat::merged);
        }
        if (request.schema().isPresent()) {
            body.merge("provider", Map.of("require_parameters", true), OpenRouterChat::merged);
        }
        return WireRequest.postJson(
                endpoint.at("/chat/completions"),
                Headers.none(),
                endpoint.bearer(),
                Payload.of(RowJson.writeValue(body)),
                endpoint.deadline());
    }

    /// Merges two objects; the first value of a key wins.
    private static @Nullable Object merged(@Nullable Object first, @Nullable Object second) {
        if (!(first instanceof Map<?, ?> own) || !(second instanceof Map<?, ?> more)) {
            return first;
        }
        var both = new LinkedHashMap<Object, @Nullable Object>(own);
        more.forEach(both::putIfAbsent);
        return both;
    }

    @Override
    public ChatReply reply(WireReply.Complete reply) {
        Optional<String> id = reply.headers().first("x-request-id");
        return ReplyBody.read(
                reply,
                id,
                body -> success(reply.status(), body, id),
                body -> new ChatReply.Rejected(rejection(reply.status(), body.at("error")), id));
    }

    private static ChatReply success(int status, JsonTree body, Optional<String> id) {
        JsonTree whole = body.at("error");
        JsonTree error = whole.isObject() ? whole : body.at("choices").first().at("error");
        return error.isObject()
                ? new ChatReply.Rejected(
                        rejection(status, error), id.or(() -> body.at("id").text()))
                : priced(CompletionReader.read(body, id), body);
    }

    private static ChatReply priced(ChatReply reply, JsonTree body) {
        return switch (reply) {
            case ChatReply.Answered(var text, var details) -> new ChatReply.Answered(text, priced(details, body));
            case ChatReply.Refused(var text, var details) -> new ChatReply.Refused(text, priced(details, body));
            case ChatReply.Truncated(var text, var details) -> new ChatReply.Truncated(text, priced(details, body));
            case ChatReply.Filtered(var what, var details) -> new ChatReply.Filtered(what, priced(details, body));
            case ChatReply.Malformed(var why, var details) -> new ChatReply.Malformed(why, priced(details, body));
            case ChatReply.Rejected rejected -> rejected;
        };
    }

    private static ChatReply.Details priced(ChatReply.Details details, JsonTree body) {
        return new ChatReply.Details(
                details.model(),
                details.requestId(),
                details.finish(),
                details.usage().withCost(body.at("usage").at("cost").number()));
    }

    /// The code in the body counts: with status 200 it is the only one.
    private static Rejection rejection(int status, JsonTree error) {
        int code = error.at("code")
                .count()
                .filter(n -> n < 1_000)
                .map(Long::intValue)
                .orElse(status);
        return Rejection.of(
                kind(code, error),
                status,
                Optional.of(String.valueOf(code)),
                error.at("message").text());
    }

    private static Rejection.Kind kind(int code, JsonTree error) {
        if (code / 100 == 2) {
            return Rejection.Kind.RETRYABLE;
        }
        return code == 403 && isFlagged(error) ? Rejection.Kind.INVALID : Rejection.Kind.ofStatus(code);
    }

    /// A 403 with flagged categories concerns the prompt, not the key.
    private static boolean isFlagged(JsonTree error) {
        JsonTree about = error.at("metadata");
        return !about.at("reasons").items().isEmpty()
                || about.at("flagged_input").text().isPresent();
    }
}
