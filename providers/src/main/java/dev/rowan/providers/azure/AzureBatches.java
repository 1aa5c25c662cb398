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
        return new OpenAiBatches(
                endpoint,
                deployment,
                receipts,
                endpoint.apiVersion().map(AzureBatches::older).orElseGet(AzureBatches::newer));
    }

    private static BatchDialect newer() {
        return new BatchDialect(
                BatchDialect.azureTerms(),
                "/openai/v1",
                "",
                at -> at.header("api-key"),
                "/v1/chat/completions",
                "messages",
                true,
                Expiry.BRACKETS,
                true);
    }

    private static BatchDialect older(String version) {
        return new BatchDialect(
                BatchDialect.azureTerms(),
                "/openai",
                "api-version=" + ChatEndpoint.part(version),
                at -> at.header("api-key"),
                "/chat/completions",
                "messages",
                false,
                Expiry.DOT,
                true);
    }
}
