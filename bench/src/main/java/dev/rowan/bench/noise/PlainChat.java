package dev.rowan.bench.noise;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowan.api.SystemTime;
import dev.rowan.api.Time;
import dev.rowan.json.RowJson;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/// A typical hand-written client: the JDK's HTTP client and a retry with exponential backoff and jitter, which
/// follows `Retry-After`.
record PlainChat(HttpClient client, URI endpoint, Time time, Random random) implements ChatClient {
    private static final Set<Integer> RETRIED = Set.of(408, 409, 429, 500, 502, 503, 504, 529);
    private static final Duration FIRST_BACKOFF = Duration.ofMillis(500);
    private static final Duration MAX_BACKOFF = Duration.ofSeconds(8);

    static PlainChat open(URI base) {
        HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(Duration.ofSeconds(10))
                .build();
        return new PlainChat(client, URI.create(base + "/chat/completions"), new SystemTime(), new Random());
    }

    @Override
    public String ask(String prompt) throws Exception {
        HttpRequest request = request(prompt);
        for (int attempt = 0; ; attempt++) {
            HttpResponse<byte[]> reply = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
            if (reply.statusCode() == 200) {
                return content(reply.body());
            }
            if (!RETRIED.contains(reply.statusCode()) || attempt >= MAX_RETRIES) {
                throw new IOException("expected 200, got " + reply.statusCode());
            }
            time.sleep(backoff(reply, attempt));
        }
    }

    private HttpRequest request(String prompt) {
        Object body = Map.of(
                "model",
                "gpt-4o-mini",
                "max_completion_tokens",
                16,
                "messages",
                List.of(Map.of("role", "user", "content", prompt)));
        return HttpRequest.newBuilder(endpoint)
                .header("Content-Type", "application/json")
                .header("Authorization", "Bearer " + KEY)
                .timeout(Duration.ofMinutes(1))
                .POST(HttpRequest.BodyPublishers.ofByteArray(RowJson.writeValue(body)))
                .build();
    }

    private Duration backoff(HttpResponse<?> reply, int attempt) {
        return reply.headers()
                .firstValue("Retry-After")
                .map(text -> Duration.ofSeconds(Long.parseLong(text)))
                .orElseGet(() -> {
                    double millis =
                            Math.min((double) MAX_BACKOFF.toMillis(), FIRST_BACKOFF.toMillis() * Math.pow(2, attempt));
                    return Duration.ofMillis(Math.round(millis * (1 - random.nextDouble() / 4)));
                });
    }

    private static String content(byte[] body) throws Exception {
        if (RowJson.readValue(body) instanceof Map<?, ?> answer
                && answer.get("choices") instanceof List<?> choices
                && choices.getFirst() instanceof Map<?, ?> choice
                && choice.get("message") instanceof Map<?, ?> message
                && message.get("content") instanceof String content) {
            return content;
        }
        throw new IOException("expected a chat completion, got " + new String(body, UTF_8));
    }

    @Override
    public void close() {
        client.close();
    }
}
