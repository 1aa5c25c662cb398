package dev.rowan.simulator.openai;

import dev.rowan.simulator.http.HttpRequest;
import dev.rowan.simulator.json.Fields;
import dev.rowan.simulator.service.EndpointRequest;
import dev.rowan.simulator.service.ModelReply;
import dev.rowan.simulator.service.RefusedException;
import java.util.List;

/// How OpenAI answers the rows of a batch: by its chat completions, its responses and its embeddings.
public record OpenAiRows(
        OpenAiChatEndpoint chat, OpenAiResponsesEndpoint responses, OpenAiEmbeddingsEndpoint embeddings)
        implements OpenAiVariant.RowAnswers {
    private static final String CHAT = "/v1/chat/completions";
    private static final String RESPONSES = "/v1/responses";

    @Override
    public boolean knows(String url) {
        return url.equals(CHAT) || url.equals(RESPONSES) || url.equals(OpenAiEmbeddingsEndpoint.PATH);
    }

    @Override
    public ModelReply answer(String url, Fields body, EndpointRequest row) throws RefusedException {
        EndpointRequest inner = row.inner(HttpRequest.of("POST", url, List.of()), body);
        return switch (url) {
            case CHAT -> chat.answer(inner);
            case OpenAiEmbeddingsEndpoint.PATH -> embeddings.answer(inner);
            default -> responses.answer(inner);
        };
    }
}
