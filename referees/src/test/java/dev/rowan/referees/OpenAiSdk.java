package dev.rowan.referees;

import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.core.JsonValue;
import com.openai.core.Sleeper;
import com.openai.models.ResponseFormatJsonSchema;
import com.openai.models.chat.completions.ChatCompletion;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/// OpenAI's SDK, configured for the [SdkTestServer].
final class OpenAiSdk {
    private OpenAiSdk() {}

    static OpenAIOkHttpClient.Builder builder(SdkTestServer server, String path) {
        return OpenAIOkHttpClient.builder().apiKey(SdkTestServer.KEY).baseUrl(server.at(path));
    }

    static ChatCompletionCreateParams.Builder plain(String model) {
        return ChatCompletionCreateParams.builder()
                .model(model)
                .addSystemMessage(SampleQuestion.SYSTEM)
                .addUserMessage(SampleQuestion.USER);
    }

    static ResponseFormatJsonSchema format() {
        var schema = ResponseFormatJsonSchema.JsonSchema.Schema.builder();
        SampleQuestion.SCHEMA.forEach((name, value) -> schema.putAdditionalProperty(name, JsonValue.from(value)));
        return ResponseFormatJsonSchema.builder()
                .jsonSchema(ResponseFormatJsonSchema.JsonSchema.builder()
                        .name(SampleQuestion.SCHEMA_NAME)
                        .strict(true)
                        .schema(schema.build())
                        .build())
                .build();
    }

    static String ask(OpenAIClient client, ChatCompletionCreateParams params) {
        ChatCompletion completion = client.chat().completions().create(params);
        return completion.choices().getFirst().message().content().orElseThrow();
    }

    /// The waits requested by the SDK. Owned by the test's thread.
    static final class Waits implements Sleeper {
        final List<Duration> all = new ArrayList<>();

        @Override
        public void sleep(Duration duration) {
            all.add(duration);
        }

        @Override
        public CompletableFuture<Void> sleepAsync(Duration duration) {
            all.add(duration);
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public void close() {}
    }
}
