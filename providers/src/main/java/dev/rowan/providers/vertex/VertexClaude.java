package dev.rowan.providers.vertex;

import dev.rowan.api.call.Headers;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import dev.rowan.providers.anthropic.AnthropicMessages;
import dev.rowan.providers.chat.ChatCodec;
import dev.rowan.providers.chat.ChatEndpoint;
import dev.rowan.providers.chat.ChatReply;
import dev.rowan.providers.chat.ChatRequest;
import dev.rowan.providers.reply.JsonTree;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;

/// Claude on Vertex AI: `POST …/publishers/anthropic/models/{model}:rawPredict`. The body is that of Anthropic's
/// messages with the version in it and without the model. Errors are Anthropic's or Google's.
public record VertexClaude(VertexLocation location) implements ChatCodec {
    static final String PUBLISHER = "anthropic";
    static final String VERSION = "vertex-2023-10-16";
    private static final AnthropicMessages MESSAGES = new AnthropicMessages();

    @Override
    public WireRequest request(ChatEndpoint endpoint, ChatRequest request) {
        var body = new LinkedHashMap<String, @Nullable Object>();
        body.put("anthropic_version", VERSION);
        body.putAll(AnthropicMessages.body(request));
        return WireRequest.postJson(
                endpoint.at(location.model(PUBLISHER, request.model()) + ":rawPredict"),
                Headers.none(),
                endpoint.bearer(),
                request.payload(body),
                endpoint.deadline());
    }

    @Override
    public ChatReply reply(WireReply.Complete reply) {
        return isGoogles(reply) ? VertexGemini.GEMINI.reply(reply) : MESSAGES.reply(reply);
    }

    /// Whether it is an error with a status of Google's.
    private static boolean isGoogles(WireReply.Complete reply) {
        return reply.status() / 100 != 2
                && JsonTree.parse(reply.body())
                        .flatMap(body -> body.at("error").at("status").text())
                        .isPresent();
    }
}
