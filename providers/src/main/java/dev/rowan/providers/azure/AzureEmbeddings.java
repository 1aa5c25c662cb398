package dev.rowan.providers.azure;

import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import dev.rowan.json.RowJson;
import dev.rowan.providers.chat.ChatEndpoint;
import dev.rowan.providers.embedding.EmbeddingCodec;
import dev.rowan.providers.embedding.EmbeddingReply;
import dev.rowan.providers.embedding.EmbeddingRequest;
import dev.rowan.providers.openai.OpenAiEmbeddings;
import java.util.Map;
import java.util.Optional;

/// Embeddings of Azure OpenAI; the model is the name of a deployment.
///
/// With an API version the deployment is in the path, as in the older API; else requests go to `/openai/v1`.
public final class AzureEmbeddings implements EmbeddingCodec {

    @Override
    public WireRequest request(ChatEndpoint endpoint, EmbeddingRequest request) {
        Optional<String> version = endpoint.apiVersion();
        String path = version.map(v -> "/openai/deployments/" + ChatEndpoint.part(request.model())
                        + "/embeddings?api-version=" + ChatEndpoint.part(v))
                .orElse("/openai/v1/embeddings");
        Map<String, Object> body = OpenAiEmbeddings.body(request);
        if (version.isPresent()) {
            body.remove("model");
        }
        return WireRequest.postJson(
                endpoint.at(path),
                Headers.none(),
                endpoint.header("api-key"),
                Payload.of(RowJson.writeValue(body)),
                endpoint.deadline());
    }

    @Override
    public EmbeddingReply reply(WireReply.Complete reply) {
        return OpenAiEmbeddings.decode(reply);
    }
}
