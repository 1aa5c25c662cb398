package dev.rowan.bench.calls;

import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import dev.rowan.api.call.WireRequest;
import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// OpenAI's SDK with its defaults, except for retries: builds each request from its own types and parses the reply
/// into them. Compiled in the profile `sdk` only and loaded by name.
record OpenAiSdk(OpenAIClient client, List<ChatCompletionCreateParams> requests) implements CallsClient {

    static OpenAiSdk at(URI base, String key, List<WireRequest> requests) throws JsonException {
        OpenAIClient client = OpenAIOkHttpClient.builder()
                .baseUrl(base.toString())
                .apiKey(key)
                .maxRetries(0)
                .build();
        List<ChatCompletionCreateParams> converted = new ArrayList<>();
        for (WireRequest source : requests) {
            converted.add(request(source));
        }
        return new OpenAiSdk(client, converted);
    }

    private static ChatCompletionCreateParams request(WireRequest source) throws JsonException {
        if (!(RowJson.readValue(source.body().bytes()) instanceof Map<?, ?> body)
                || !(body.get("messages") instanceof List<?> messages)) {
            throw new IllegalStateException("a chat request has messages");
        }
        var request = ChatCompletionCreateParams.builder()
                .model(String.valueOf(body.get("model")))
                .maxCompletionTokens(16);
        for (Object each : messages) {
            if (!(each instanceof Map<?, ?> message)) {
                throw new IllegalStateException("a message has a role and a content");
            }
            String content = String.valueOf(message.get("content"));
            request = "system".equals(message.get("role"))
                    ? request.addSystemMessage(content)
                    : request.addUserMessage(content);
        }
        return request.build();
    }

    @Override
    public void ask(int number) {
        var answer = client.chat().completions().create(requests.get(number % requests.size()));
        if (answer.choices().getFirst().message().content().isEmpty()) {
            throw new IllegalStateException("the simulator gave an empty answer");
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
