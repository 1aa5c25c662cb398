package dev.rowan.providers.gemini;

import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import dev.rowan.json.RowJson;
import dev.rowan.providers.chat.ChatEndpoint;
import dev.rowan.providers.chat.ReplyBody;
import dev.rowan.providers.embedding.EmbeddingCodec;
import dev.rowan.providers.embedding.EmbeddingReply;
import dev.rowan.providers.embedding.EmbeddingReply.Details;
import dev.rowan.providers.embedding.EmbeddingRequest;
import dev.rowan.providers.reply.JsonTree;
import dev.rowan.providers.service.Receipts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// `POST …/v1beta/models/{model}:embedContent` of the Gemini Developer API. A reply without usage has an unknown cost.
public final class GeminiEmbeddings implements EmbeddingCodec {
    private static final String VERSION = "v1beta";

    @Override
    public WireRequest request(ChatEndpoint endpoint, EmbeddingRequest request) {
        var body = new LinkedHashMap<String, Object>();
        body.put("content", Map.of("parts", List.of(Map.of("text", request.text()))));
        request.dimensions().ifPresent(number -> body.put("outputDimensionality", number));
        return WireRequest.postJson(
                endpoint.at("/" + endpoint.apiVersion().orElse(VERSION) + "/models/"
                        + ChatEndpoint.part(request.model()) + ":embedContent"),
                Headers.none(),
                endpoint.header("x-goog-api-key"),
                Payload.of(RowJson.writeValue(body)),
                endpoint.deadline());
    }

    @Override
    public EmbeddingReply reply(WireReply.Complete reply) {
        Optional<String> id = Receipts.requestId(reply.headers());
        return ReplyBody.decode(
                reply,
                body -> read(body, id),
                body -> new EmbeddingReply.Rejected(GeminiErrors.read(reply.status(), body)),
                why -> new EmbeddingReply.Malformed(
                        why, new Details(Optional.empty(), id, EmbeddingReply.usage(Optional.empty()))));
    }

    private static EmbeddingReply read(JsonTree body, Optional<String> id) {
        var details = new Details(
                body.at("modelVersion").text(),
                id,
                EmbeddingReply.usage(
                        body.at("usageMetadata").at("promptTokenCount").count()));
        return EmbeddingReply.of(body.at("embedding").at("values"), details);
    }
}
