package dev.rowan.providers.azure;

import dev.rowan.api.call.Headers;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import dev.rowan.providers.chat.ChatCodec;
import dev.rowan.providers.chat.ChatEndpoint;
import dev.rowan.providers.chat.ChatReply;
import dev.rowan.providers.chat.ChatRequest;
import dev.rowan.providers.chat.ReplyBody;
import dev.rowan.providers.openai.ChatCompletions;
import dev.rowan.providers.openai.CompletionReader;
import dev.rowan.providers.openai.OpenAiErrors;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Azure OpenAI chat completions; the model is the name of a deployment.
///
/// With an API version the deployment is in the path, as in the older API; else requests go to `/openai/v1`.
public final class AzureChat implements ChatCodec {
    private final ChatCompletions newer = ChatCompletions.openAi();
    private final ChatCompletions older = ChatCompletions.compatible();

    @Override
    public WireRequest request(ChatEndpoint endpoint, ChatRequest request) {
        Optional<String> version = endpoint.apiVersion();
        String path = version.map(v -> "/openai/deployments/" + ChatEndpoint.part(request.model())
                        + "/chat/completions?api-version=" + ChatEndpoint.part(v))
                .orElse("/openai/v1/chat/completions");
        Map<String, @Nullable Object> body = (version.isPresent() ? older : newer).body(request);
        if (version.isPresent()) {
            body.remove("model");
        }
        return WireRequest.postJson(
                endpoint.at(path),
                Headers.none(),
                endpoint.header("api-key"),
                request.payload(body),
                endpoint.deadline());
    }

    @Override
    public ChatReply reply(WireReply.Complete reply) {
        Optional<String> id = reply.headers()
                .first("apim-request-id")
                .or(() -> reply.headers().first("x-request-id"));
        return ReplyBody.read(
                reply,
                id,
                body -> CompletionReader.read(body, id),
                body -> OpenAiErrors.reply(reply.status(), body, id));
    }
}
