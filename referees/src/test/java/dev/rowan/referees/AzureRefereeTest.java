package dev.rowan.referees;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.openai.azure.AzureOpenAIServiceVersion;
import com.openai.azure.AzureUrlPathMode;
import com.openai.azure.credential.AzureApiKeyCredential;
import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.errors.BadRequestException;
import com.openai.errors.UnauthorizedException;
import dev.rowan.providers.azure.AzureChat;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Azure OpenAI through the Azure support of OpenAI's SDK, on the newer and the older paths.
class AzureRefereeTest {
    private static final String DEPLOYMENT = "my-deployment";
    private static final String VERSION = "2024-10-21";
    private static final List<String> REQUIRED = List.of("api-key");

    private SdkTestServer server;

    @BeforeEach
    void open() throws Exception {
        server = SdkTestServer.open(Map.of());
    }

    @AfterEach
    void close() throws Exception {
        server.close();
    }

    private OpenAIOkHttpClient.Builder newer() {
        return OpenAIOkHttpClient.builder()
                .credential(AzureApiKeyCredential.create(SdkTestServer.KEY))
                .baseUrl(server.at("/openai/v1"))
                .azureUrlPathMode(AzureUrlPathMode.UNIFIED);
    }

    private OpenAIOkHttpClient.Builder older() {
        return OpenAIOkHttpClient.builder()
                .credential(AzureApiKeyCredential.create(SdkTestServer.KEY))
                .baseUrl(server.at(""))
                .azureServiceVersion(AzureOpenAIServiceVersion.fromString(VERSION))
                .azureUrlPathMode(AzureUrlPathMode.LEGACY);
    }

    @Test
    void completesAChatOnTheNewerPathAndOurRequestIsTheSame() throws Exception {
        OpenAIClient client = server.closing(newer().build(), OpenAIClient::close);
        assertThat(OpenAiSdk.ask(
                        client,
                        OpenAiSdk.plain(DEPLOYMENT)
                                .maxCompletionTokens(SampleQuestion.MAX_TOKENS)
                                .temperature(0)
                                .build()))
                .isEqualTo(SampleQuestion.ANSWER);
        assertThat(SampleQuestion.text(
                        server.ask(new AzureChat(), "", Optional.empty(), SampleQuestion.plain(DEPLOYMENT))))
                .isEqualTo(SampleQuestion.ANSWER);
        SdkTestServer.Pair plain = server.pair();
        plain.theirs().isMatchedBy(plain.ours(), REQUIRED);

        assertThat(OpenAiSdk.ask(
                        client,
                        OpenAiSdk.plain(DEPLOYMENT)
                                .maxCompletionTokens(SampleQuestion.MAX_TOKENS)
                                .responseFormat(OpenAiSdk.format())
                                .build()))
                .isEqualTo(SampleQuestion.JSON_ANSWER);
        assertThat(SampleQuestion.text(
                        server.ask(new AzureChat(), "", Optional.empty(), SampleQuestion.withSchema(DEPLOYMENT))))
                .isEqualTo(SampleQuestion.JSON_ANSWER);
        SdkTestServer.Pair withSchema = server.pair();
        withSchema.theirs().isMatchedBy(withSchema.ours(), REQUIRED);
    }

    /// The SDK repeats the deployment as the model; only the path matters.
    @Test
    @SuppressWarnings("deprecation") // the older interface knows no other limit
    void completesAChatOnTheOlderPathAndOurRequestIsTheSame() throws Exception {
        OpenAIClient client = server.closing(older().build(), OpenAIClient::close);
        assertThat(OpenAiSdk.ask(
                        client,
                        OpenAiSdk.plain(DEPLOYMENT)
                                .maxTokens(SampleQuestion.MAX_TOKENS)
                                .temperature(0)
                                .build()))
                .isEqualTo(SampleQuestion.ANSWER);

        assertThat(SampleQuestion.text(
                        server.ask(new AzureChat(), "", Optional.of(VERSION), SampleQuestion.plain(DEPLOYMENT))))
                .isEqualTo(SampleQuestion.ANSWER);
        SdkTestServer.Pair pair = server.pair();
        pair.theirs().without("model").isMatchedBy(pair.ours(), REQUIRED);
    }

    @Test
    void waitsForRetryAfterAndRetries() throws Exception {
        server.change(SdkTestServer.LIMITED_ONCE);
        var waits = new OpenAiSdk.Waits();
        OpenAIClient client = server.closing(newer().sleeper(waits).build(), OpenAIClient::close);
        assertThat(OpenAiSdk.ask(client, OpenAiSdk.plain(DEPLOYMENT).build())).isEqualTo(SampleQuestion.ANSWER);

        assertThat(server.sent()).extracting(SentRequest::status).containsExactly(429, 200);
        assertThat(waits.all).containsExactly(Duration.ofSeconds(2));
    }

    @Test
    void throwsWhatItThrowsAtTheRealService() {
        OpenAIClient filtered = server.closing(
                newer().putHeader("x-simulator-fault", "ending:prompt_blocked").build(), OpenAIClient::close);
        assertThatThrownBy(() ->
                        OpenAiSdk.ask(filtered, OpenAiSdk.plain(DEPLOYMENT).build()))
                .isInstanceOfSatisfying(
                        BadRequestException.class, e -> assertThat(e.code()).contains("content_filter"));

        OpenAIClient stranger = server.closing(
                newer().credential(AzureApiKeyCredential.create("another-key")).build(), OpenAIClient::close);
        assertThatThrownBy(() ->
                        OpenAiSdk.ask(stranger, OpenAiSdk.plain(DEPLOYMENT).build()))
                .isInstanceOf(UnauthorizedException.class);
    }
}
