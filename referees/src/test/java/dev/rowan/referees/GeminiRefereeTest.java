package dev.rowan.referees;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.genai.Client;
import com.google.genai.errors.ClientException;
import com.google.genai.errors.ServerException;
import com.google.genai.types.Content;
import com.google.genai.types.GenerateContentConfig;
import com.google.genai.types.HttpOptions;
import com.google.genai.types.HttpRetryOptions;
import com.google.genai.types.Part;
import dev.rowan.providers.gemini.GeminiChat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Google's SDK works with the simulator as with the real service, and our requests equal its own.
class GeminiRefereeTest {
    private static final String MODEL = "gemini-2.5-flash";
    private static final List<String> REQUIRED = List.of("x-goog-api-key");

    private SdkTestServer server;

    @BeforeEach
    void open() throws Exception {
        server = SdkTestServer.open(Map.of("models", List.of(MODEL)));
    }

    @AfterEach
    void close() throws Exception {
        server.close();
    }

    private Client client(String key, int attempts, Map<String, String> headers) {
        return Client.builder()
                .apiKey(key)
                .httpOptions(HttpOptions.builder()
                        .baseUrl(server.at(""))
                        .headers(headers)
                        .retryOptions(HttpRetryOptions.builder()
                                .attempts(attempts)
                                .initialDelay(0.01)
                                .build())
                        .build())
                .build();
    }

    private Client client() {
        return client(SdkTestServer.KEY, 1, Map.of());
    }

    private static GenerateContentConfig.Builder config() {
        return GenerateContentConfig.builder()
                .maxOutputTokens(SampleQuestion.MAX_TOKENS)
                .systemInstruction(Content.builder().parts(Part.fromText(SampleQuestion.SYSTEM)));
    }

    private static String ask(Client client, String model, GenerateContentConfig config) {
        return Optional.ofNullable(client.models
                        .generateContent(model, SampleQuestion.USER, config)
                        .text())
                .orElseThrow();
    }

    @Test
    void generatesContentAndOurRequestIsTheSame() throws Exception {
        try (Client client = client()) {
            assertThat(ask(client, MODEL, config().temperature(0f).build())).isEqualTo(SampleQuestion.ANSWER);
        }
        assertThat(SampleQuestion.text(server.ask(new GeminiChat(), "", Optional.empty(), SampleQuestion.plain(MODEL))))
                .isEqualTo(SampleQuestion.ANSWER);
        SdkTestServer.Pair pair = server.pair();
        pair.theirs().isMatchedBy(pair.ours(), REQUIRED);
    }

    @Test
    void generatesContentWithASchemaAndOurRequestIsTheSame() throws Exception {
        try (Client client = client()) {
            assertThat(ask(
                            client,
                            MODEL,
                            config().responseMimeType("application/json")
                                    .responseJsonSchema(SampleQuestion.SCHEMA)
                                    .build()))
                    .isEqualTo(SampleQuestion.JSON_ANSWER);
        }
        assertThat(SampleQuestion.text(
                        server.ask(new GeminiChat(), "", Optional.empty(), SampleQuestion.withSchema(MODEL))))
                .isEqualTo(SampleQuestion.JSON_ANSWER);
        SdkTestServer.Pair pair = server.pair();
        pair.theirs().isMatchedBy(pair.ours(), REQUIRED);
    }

    @Test
    void triesAgainWhenItIsLimited() throws Exception {
        server.change(SdkTestServer.LIMITED_ONCE);
        try (Client patient = client(SdkTestServer.KEY, 2, Map.of())) {
            assertThat(ask(patient, MODEL, config().build())).isEqualTo(SampleQuestion.ANSWER);
        }
        assertThat(server.sent()).extracting(SentRequest::status).containsExactly(429, 200);
    }

    @Test
    void throwsWhatItThrowsAtTheRealService() {
        try (Client client = client()) {
            assertThatThrownBy(() -> ask(client, "no-model", config().build()))
                    .isInstanceOfSatisfying(ClientException.class, e -> {
                        assertThat(e.code()).isEqualTo(404);
                        assertThat(e.status()).isEqualTo("NOT_FOUND");
                    });
            assertThatThrownBy(() -> ask(client, MODEL, config().temperature(9f).build()))
                    .isInstanceOfSatisfying(
                            ClientException.class, e -> assertThat(e.status()).isEqualTo("INVALID_ARGUMENT"));
        }
        try (Client overloaded = client(SdkTestServer.KEY, 1, Map.of("x-simulator-fault", "status:503"))) {
            assertThatThrownBy(() -> ask(overloaded, MODEL, config().build()))
                    .isInstanceOfSatisfying(
                            ServerException.class, e -> assertThat(e.status()).isEqualTo("UNAVAILABLE"));
        }
        try (Client stranger = client("another-key", 1, Map.of())) {
            assertThatThrownBy(() -> ask(stranger, MODEL, config().build()))
                    .isInstanceOfSatisfying(
                            ClientException.class, e -> assertThat(e.message()).contains("API key not valid"));
        }
    }
}
