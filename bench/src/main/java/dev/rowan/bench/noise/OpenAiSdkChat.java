package dev.rowan.bench.noise;

import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import java.net.URI;

/// OpenAI's own library with its own retries, more of them than by default. Compiled in the profile `sdk` alone and
/// found by its name.
record OpenAiSdkChat(OpenAIClient client) implements ChatClient {

    static OpenAiSdkChat open(URI base) {
        return new OpenAiSdkChat(OpenAIOkHttpClient.builder()
                .baseUrl(base.toString())
                .apiKey(KEY)
                .maxRetries(MAX_RETRIES)
                .build());
    }

    @Override
    public String ask(String prompt) {
        var params = ChatCompletionCreateParams.builder()
                .model("gpt-4o-mini")
                .maxCompletionTokens(16)
                .addUserMessage(prompt)
                .build();
        return client.chat()
                .completions()
                .create(params)
                .choices()
                .getFirst()
                .message()
                .content()
                .orElseThrow();
    }

    @Override
    public void close() {
        client.close();
    }
}
