package dev.rowan.simulator.azure;

import dev.rowan.simulator.http.HttpRequest;
import dev.rowan.simulator.openai.OpenAiEmbeddingsEndpoint;
import dev.rowan.simulator.service.Endpoint;
import dev.rowan.simulator.service.EndpointRequest;
import dev.rowan.simulator.service.ModelReply;
import dev.rowan.simulator.service.RefusedException;
import dev.rowan.simulator.service.ServiceDialect;

/// `POST /openai/v1/embeddings`, and `POST /openai/deployments/{name}/embeddings?api-version=…`.
public record AzureEmbeddingsEndpoint(ServiceDialect dialect) implements Endpoint {
    static final String V1 = "/openai/v1/embeddings";

    private static final Deployments DEPLOYMENTS = new Deployments("/embeddings");

    @Override
    public String name() {
        return "azure_embeddings";
    }

    @Override
    public boolean serves(HttpRequest request) {
        return request.method().equals("POST")
                && (request.path().equals(V1)
                        || DEPLOYMENTS.inPath(request.path()).isPresent());
    }

    @Override
    public ModelReply answer(EndpointRequest request) throws RefusedException {
        return OpenAiEmbeddingsEndpoint.answer(request, DEPLOYMENTS.of(request));
    }
}
