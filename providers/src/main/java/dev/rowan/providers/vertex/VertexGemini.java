package dev.rowan.providers.vertex;

import dev.rowan.api.call.Headers;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import dev.rowan.providers.chat.ChatCodec;
import dev.rowan.providers.chat.ChatEndpoint;
import dev.rowan.providers.chat.ChatReply;
import dev.rowan.providers.chat.ChatRequest;
import dev.rowan.providers.gemini.GeminiChat;

/// Gemini on Vertex AI: `POST …/publishers/google/models/{model}:generateContent`. Bodies and replies are those of the
/// Gemini Developer API.
public record VertexGemini(VertexLocation location) implements ChatCodec {
    static final String PUBLISHER = "google";
    static final GeminiChat GEMINI = new GeminiChat();

    @Override
    public WireRequest request(ChatEndpoint endpoint, ChatRequest request) {
        return WireRequest.postJson(
                endpoint.at(location.model(PUBLISHER, request.model()) + ":generateContent"),
                Headers.none(),
                endpoint.bearer(),
                request.payload(GeminiChat.body(request)),
                endpoint.deadline());
    }

    @Override
    public ChatReply reply(WireReply.Complete reply) {
        return GEMINI.reply(reply);
    }
}
