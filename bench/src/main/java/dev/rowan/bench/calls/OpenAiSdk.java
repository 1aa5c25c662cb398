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

/// OpenAI's own library as it comes, but for its retries: it builds each request from its own types and reads the
/// reply into them, as its users would. Compiled in the profile `sdk` alone and found by its name.
record OpenAiSdk(OpenAIClient client, List<ChatCompletionCreateParams> questions) implements CallsClient {

    static OpenAiSdk at(URI base, String key, List<WireRequest> requests) throws JsonException {
        OpenAIClient client = OpenAIOkHttpClient.builder()
                .baseUrl(base.toString())
                .apiKey(key)
                .maxRetries(0)
                .build();
        List<ChatCompletionCreateParams> questions = new ArrayList<>();
        for (WireRequest request : requests) {
            questions.add(question(request));
        }
        return new OpenAiSdk(client, questions);
    }

    private static ChatCompletionCreateParams question(WireRequest request) throws JsonException {
        if (!(RowJson.readValue(request.body().bytes()) instanceof Map<?, ?> body)
                || !(body.get("messages") instanceof List<?> messages)) {
            throw new IllegalStateException("a chat request has messages");
        }
        var question = ChatCompletionCreateParams.builder()
                .model(String.valueOf(body.get("model")))
                .maxCompletionTokens(16);
        for (Object each : messages) {
            if (!(each instanceof Map<?, ?> message)) {
                throw new IllegalStateException("a message has a role and a content");
            }
            String content = String.valueOf(message.get("content"));
            question = "system".equals(message.get("role"))
                    ? question.addSystemMessage(content)
                    : question.addUserMessage(content);
        }
        return question.build();
    }

    @Override
    public void ask(int number) {
        var answer = client.chat().completions().create(questions.get(number % questions.size()));
        if (answer.choices().getFirst().message().content().isEmpty()) {
            throw new IllegalStateException("the simulator gave an empty answer");
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
