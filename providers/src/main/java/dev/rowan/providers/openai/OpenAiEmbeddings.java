package dev.rowan.providers.openai;

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
import java.util.Map;
import java.util.Optional;

/// `POST …/embeddings` of OpenAI and compatible servers. The base is the URL up to `/v1`.
public final class OpenAiEmbeddings implements EmbeddingCodec {

    @Override
    public WireRequest request(ChatEndpoint endpoint, EmbeddingRequest request) {
        return WireRequest.postJson(
                endpoint.at("/embeddings"),
                Headers.none(),
                endpoint.bearer(),
                Payload.of(RowJson.writeValue(body(request))),
                endpoint.deadline());
    }

    /// The body of a request, in order.
    public static Map<String, Object> body(EmbeddingRequest request) {
        var body = new LinkedHashMap<String, Object>();
        body.put("model", request.model());
        body.put("input", request.text());
        request.dimensions().ifPresent(number -> body.put("dimensions", number));
        body.put("encoding_format", "float");
        return body;
    }

    @Override
    public EmbeddingReply reply(WireReply.Complete reply) {
        return decode(reply);
    }

    /// A reply in OpenAI's form.
    public static EmbeddingReply decode(WireReply.Complete reply) {
        Optional<String> id = Receipts.requestId(reply.headers());
        return ReplyBody.decode(
                reply,
                body -> read(body, id),
                body -> new EmbeddingReply.Rejected(OpenAiErrors.read(reply.status(), body)),
                why -> new EmbeddingReply.Malformed(
                        why, new Details(Optional.empty(), id, EmbeddingReply.usage(Optional.empty()))));
    }

    private static EmbeddingReply read(JsonTree body, Optional<String> id) {
        var details = new Details(
                body.at("model").text(),
                id,
                EmbeddingReply.usage(body.at("usage").at("prompt_tokens").count()));
        return EmbeddingReply.of(body.at("data").first().at("embedding"), details);
    }
}
