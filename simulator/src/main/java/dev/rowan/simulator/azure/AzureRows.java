package dev.rowan.simulator.azure;

import dev.rowan.simulator.http.HttpRequest;
import dev.rowan.simulator.json.Fields;
import dev.rowan.simulator.openai.OpenAiVariant;
import dev.rowan.simulator.service.EndpointRequest;
import dev.rowan.simulator.service.ModelReply;
import dev.rowan.simulator.service.RefusedException;
import java.util.List;

/// How Azure OpenAI answers the rows of a batch: by its chat completions and embeddings, whose deployment the body
/// names.
public record AzureRows(AzureChatEndpoint chat, AzureEmbeddingsEndpoint embeddings)
        implements OpenAiVariant.RowAnswers {

    /// Files and batches of Azure OpenAI, on the newer and the older paths.
    public static OpenAiVariant flavour(AzureChatEndpoint chat, AzureEmbeddingsEndpoint embeddings) {
        return new OpenAiVariant("azure", chat.dialect(), "/openai(?:/v1)?", true, new AzureRows(chat, embeddings));
    }

    @Override
    public boolean knows(String url) {
        return url.equals("/chat/completions") || url.equals("/v1/chat/completions") || isEmbedding(url);
    }

    private static boolean isEmbedding(String url) {
        return url.equals("/embeddings") || url.equals("/v1/embeddings");
    }

    @Override
    public void check(HttpRequest request) throws RefusedException {
        if (!request.path().startsWith("/openai/v1/")
                && request.query("api-version").isEmpty()) {
            throw AzureDialect.gateway(404, "404", "Resource not found").thrown();
        }
    }

    @Override
    public ModelReply answer(String url, Fields body, EndpointRequest row) throws RefusedException {
        return isEmbedding(url)
                ? embeddings.answer(row.inner(HttpRequest.of("POST", AzureEmbeddingsEndpoint.V1, List.of()), body))
                : chat.answer(row.inner(HttpRequest.of("POST", AzureChatEndpoint.V1, List.of()), body));
    }
}
