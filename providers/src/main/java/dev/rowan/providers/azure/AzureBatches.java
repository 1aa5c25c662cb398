package dev.rowan.providers.azure;

import dev.rowan.api.batch.BatchService;
import dev.rowan.api.call.ReplyReader;
import dev.rowan.providers.chat.ChatEndpoint;
import dev.rowan.providers.openai.BatchDialect;
import dev.rowan.providers.openai.BatchDialect.Expiry;
import dev.rowan.providers.openai.OpenAiBatches;

/// Azure OpenAI batches; the model is the name of a batch deployment.
///
/// With an API version the older API is used, else `/openai/v1`. The body of an older call does not name the
/// deployment, since its URL does; a line of a batch must.
public final class AzureBatches {
    private AzureBatches() {}

    public static BatchService of(ChatEndpoint endpoint, String deployment, ReplyReader receipts) {
        return of(endpoint, deployment, receipts, "/chat/completions", "messages");
    }

    /// The same for embeddings.
    public static BatchService embeddings(ChatEndpoint endpoint, String deployment, ReplyReader receipts) {
        return of(endpoint, deployment, receipts, "/embeddings", "input");
    }

    private static BatchService of(
            ChatEndpoint endpoint, String deployment, ReplyReader receipts, String url, String question) {
        BatchDialect dialect = endpoint.apiVersion()
                .map(version -> older(version, url, question))
                .orElseGet(() -> newer(url, question));
        return new OpenAiBatches(endpoint, deployment, receipts, dialect);
    }

    private static BatchDialect newer(String url, String question) {
        return new BatchDialect(
                BatchDialect.azureTerms(),
                "/openai/v1",
                "",
                at -> at.header("api-key"),
                "/v1" + url,
                question,
                true,
                Expiry.BRACKETS,
                true);
    }

    private static BatchDialect older(String version, String url, String question) {
        return new BatchDialect(
                BatchDialect.azureTerms(),
                "/openai",
                "api-version=" + ChatEndpoint.part(version),
                at -> at.header("api-key"),
                url,
                question,
                false,
                Expiry.DOT,
                true);
    }
}
