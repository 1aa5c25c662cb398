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

    private Court court;

    @BeforeEach
    void open() throws Exception {
        court = Court.open(Map.of());
    }

    @AfterEach
    void close() throws Exception {
        court.close();
    }

    private OpenAIOkHttpClient.Builder newer() {
        return OpenAIOkHttpClient.builder()
                .credential(AzureApiKeyCredential.create(Court.KEY))
                .baseUrl(court.at("/openai/v1"))
                .azureUrlPathMode(AzureUrlPathMode.UNIFIED);
    }

    private OpenAIOkHttpClient.Builder older() {
        return OpenAIOkHttpClient.builder()
                .credential(AzureApiKeyCredential.create(Court.KEY))
                .baseUrl(court.at(""))
                .azureServiceVersion(AzureOpenAIServiceVersion.fromString(VERSION))
                .azureUrlPathMode(AzureUrlPathMode.LEGACY);
    }

    @Test
    void completesAChatOnTheNewerPathAndOurRequestIsTheSame() throws Exception {
        OpenAIClient client = court.closing(newer().build(), OpenAIClient::close);
        assertThat(OpenAiSdk.ask(
                        client,
                        OpenAiSdk.plain(DEPLOYMENT)
                                .maxCompletionTokens(Question.ROOM)
                                .temperature(0)
                                .build()))
                .isEqualTo(Question.ANSWER);
        assertThat(Question.text(court.ask(new AzureChat(), "", Optional.empty(), Question.plain(DEPLOYMENT))))
                .isEqualTo(Question.ANSWER);
        Court.Pair plain = court.pair();
        plain.theirs().isMatchedBy(plain.ours(), REQUIRED);

        assertThat(OpenAiSdk.ask(
                        client,
                        OpenAiSdk.plain(DEPLOYMENT)
                                .maxCompletionTokens(Question.ROOM)
                                .responseFormat(OpenAiSdk.format())
                                .build()))
                .isEqualTo(Question.JSON_ANSWER);
        assertThat(Question.text(court.ask(new AzureChat(), "", Optional.empty(), Question.withSchema(DEPLOYMENT))))
                .isEqualTo(Question.JSON_ANSWER);
        Court.Pair withSchema = court.pair();
        withSchema.theirs().isMatchedBy(withSchema.ours(), REQUIRED);
    }

    /// The SDK repeats the deployment as the model, which only the path decides.
    @Test
    @SuppressWarnings("deprecation") // the older interface knows no other limit
    void completesAChatOnTheOlderPathAndOurRequestIsTheSame() throws Exception {
        OpenAIClient client = court.closing(older().build(), OpenAIClient::close);
        assertThat(OpenAiSdk.ask(
                        client,
                        OpenAiSdk.plain(DEPLOYMENT)
                                .maxTokens(Question.ROOM)
                                .temperature(0)
                                .build()))
                .isEqualTo(Question.ANSWER);

        assertThat(Question.text(court.ask(new AzureChat(), "", Optional.of(VERSION), Question.plain(DEPLOYMENT))))
                .isEqualTo(Question.ANSWER);
        Court.Pair pair = court.pair();
        pair.theirs().without("model").isMatchedBy(pair.ours(), REQUIRED);
    }

    @Test
    void waitsForRetryAfterAndRetries() throws Exception {
        court.change(Court.LIMITED_ONCE);
        var waits = new OpenAiSdk.Waits();
        OpenAIClient client = court.closing(newer().sleeper(waits).build(), OpenAIClient::close);
        assertThat(OpenAiSdk.ask(client, OpenAiSdk.plain(DEPLOYMENT).build())).isEqualTo(Question.ANSWER);

        assertThat(court.sent()).extracting(Sent::status).containsExactly(429, 200);
        assertThat(waits.all).containsExactly(Duration.ofSeconds(2));
    }

    @Test
    void throwsWhatItThrowsAtTheRealService() {
        OpenAIClient filtered = court.closing(
                newer().putHeader("x-simulator-fault", "ending:prompt_blocked").build(), OpenAIClient::close);
        assertThatThrownBy(() ->
                        OpenAiSdk.ask(filtered, OpenAiSdk.plain(DEPLOYMENT).build()))
                .isInstanceOfSatisfying(
                        BadRequestException.class, e -> assertThat(e.code()).contains("content_filter"));

        OpenAIClient stranger = court.closing(
                newer().credential(AzureApiKeyCredential.create("another-key")).build(), OpenAIClient::close);
        assertThatThrownBy(() ->
                        OpenAiSdk.ask(stranger, OpenAiSdk.plain(DEPLOYMENT).build()))
                .isInstanceOf(UnauthorizedException.class);
    }
}
