package dev.rowan.referees;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.auth.oauth2.AccessToken;
import com.google.auth.oauth2.GoogleCredentials;
import com.google.genai.Client;
import com.google.genai.errors.ClientException;
import com.google.genai.types.Content;
import com.google.genai.types.GenerateContentConfig;
import com.google.genai.types.HttpOptions;
import com.google.genai.types.HttpRetryOptions;
import com.google.genai.types.Part;
import dev.rowan.providers.vertex.VertexGemini;
import dev.rowan.providers.vertex.VertexLocation;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Google's SDK, told to use Vertex AI, works with the simulator as with the real service, and our requests equal its
/// own.
class VertexRefereeTest {
    private static final String MODEL = "gemini-2.5-flash";

    private SdkTestServer server;

    @BeforeEach
    void open() throws Exception {
        server = SdkTestServer.open(Map.of("models", List.of(MODEL)));
    }

    @AfterEach
    void close() throws Exception {
        server.close();
    }

    private Client client(String token) {
        var never = Date.from(Instant.parse("2100-01-01T00:00:00Z"));
        return Client.builder()
                .vertexAI(true)
                .project("my-project")
                .location("us-central1")
                .credentials(GoogleCredentials.create(new AccessToken(token, never)))
                .httpOptions(HttpOptions.builder()
                        .baseUrl(server.at(""))
                        .apiVersion("v1")
                        .retryOptions(HttpRetryOptions.builder().attempts(1).build())
                        .build())
                .build();
    }

    private static GenerateContentConfig config() {
        return GenerateContentConfig.builder()
                .maxOutputTokens(SampleQuestion.MAX_TOKENS)
                .temperature(0f)
                .systemInstruction(Content.builder().parts(Part.fromText(SampleQuestion.SYSTEM)))
                .build();
    }

    @Test
    void generatesContentAndOurRequestIsTheSame() throws Exception {
        try (Client client = client(SdkTestServer.KEY)) {
            assertThat(client.models
                            .generateContent(MODEL, SampleQuestion.USER, config())
                            .text())
                    .isEqualTo(SampleQuestion.ANSWER);
        }
        var ours = new VertexGemini(new VertexLocation("my-project", "us-central1"));
        assertThat(SampleQuestion.text(server.ask(ours, "", Optional.empty(), SampleQuestion.plain(MODEL))))
                .isEqualTo(SampleQuestion.ANSWER);
        SdkTestServer.Pair pair = server.pair();
        pair.theirs().isMatchedBy(pair.ours(), List.of("authorization"));
    }

    @Test
    void throwsWhatItThrowsAtTheRealService() {
        try (Client client = client(SdkTestServer.KEY);
                Client stranger = client("another-token")) {
            assertThatThrownBy(() -> client.models.generateContent("no-model", SampleQuestion.USER, config()))
                    .isInstanceOfSatisfying(
                            ClientException.class, e -> assertThat(e.status()).isEqualTo("NOT_FOUND"));
            assertThatThrownBy(() -> stranger.models.generateContent(MODEL, SampleQuestion.USER, config()))
                    .isInstanceOfSatisfying(
                            ClientException.class, e -> assertThat(e.status()).isEqualTo("UNAUTHENTICATED"));
        }
    }
}
