package dev.rowan.referees;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.anthropic.client.AnthropicClient;
import com.anthropic.client.okhttp.AnthropicOkHttpClient;
import com.anthropic.core.JsonValue;
import com.anthropic.core.Sleeper;
import com.anthropic.errors.AnthropicServiceException;
import com.anthropic.errors.BadRequestException;
import com.anthropic.errors.NotFoundException;
import com.anthropic.errors.RateLimitException;
import com.anthropic.errors.UnauthorizedException;
import com.anthropic.models.messages.JsonOutputFormat;
import com.anthropic.models.messages.Message;
import com.anthropic.models.messages.MessageCreateParams;
import com.anthropic.models.messages.OutputConfig;
import com.anthropic.models.messages.TextBlock;
import dev.rowan.providers.anthropic.AnthropicMessages;
import dev.rowan.providers.chat.ChatRequest;
import dev.rowan.providers.chat.GenerationParameters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Anthropic's SDK works with the simulator as with the real service, and our requests equal its own.
///
/// The build runs this twice, with the last SDK of each API version, named by `rowan.anthropic.sdk`.
class AnthropicRefereeTest {
    private static final String MODEL = "claude-haiku";
    private static final String SDK = System.getProperty("rowan.anthropic.sdk", "3.8.0");
    private static final boolean OLDER = SDK.startsWith("2.");
    private static final String VERSION = OLDER ? "2023-06-01" : "2026-10-21";

    private SdkTestServer server;
    private AnthropicClient client;

    @BeforeEach
    void open() throws Exception {
        server = SdkTestServer.open(Map.of("models", List.of(MODEL)));
        client = server.closing(builder().build(), AnthropicClient::close);
    }

    private AnthropicOkHttpClient.Builder builder() {
        return AnthropicOkHttpClient.builder().apiKey(SdkTestServer.KEY).baseUrl(server.at(""));
    }

    @AfterEach
    void close() throws Exception {
        server.close();
    }

    private static MessageCreateParams.Builder plain(String model) {
        return MessageCreateParams.builder()
                .model(model)
                .maxTokens(SampleQuestion.MAX_TOKENS)
                .system(SampleQuestion.SYSTEM)
                .addUserMessage(SampleQuestion.USER);
    }

    private static String ask(AnthropicClient client, MessageCreateParams params) {
        Message message = client.messages().create(params);
        assertThat(message.usage().outputTokens()).isPositive();
        return message.content().stream()
                .flatMap(block -> block.text().stream())
                .map(TextBlock::text)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void isTheSdkThatTheBuildNames() throws Exception {
        ask(client, plain(MODEL).build());
        SentRequest sent = server.sent().getFirst();

        assertThat(sent.header("x-stainless-package-version")).contains(SDK);
        assertThat(sent.header("anthropic-version")).contains(VERSION);
        assertThat(sent.header("x-api-key").isPresent()).isEqualTo(OLDER);
        assertThat(sent.header("authorization")).isEqualTo(OLDER ? Optional.empty() : Optional.of("Bearer [key]"));
    }

    @Test
    void getsAMessageAndOurRequestIsTheSame() throws Exception {
        assertThat(ask(client, plain(MODEL).build())).isEqualTo(SampleQuestion.ANSWER);
        ChatRequest question = new ChatRequest(
                MODEL,
                Optional.of(SampleQuestion.SYSTEM),
                List.of(SampleQuestion.USER),
                SampleQuestion.MAX_TOKENS,
                GenerationParameters.withTemperature(Optional.empty()),
                Optional.empty());
        assertThat(SampleQuestion.text(server.ask(new AnthropicMessages(), "", Optional.of(VERSION), question)))
                .isEqualTo(SampleQuestion.ANSWER);
        matches();
    }

    @Test
    void getsAMessageWithASchemaAndOurRequestIsTheSame() throws Exception {
        var schema = JsonOutputFormat.Schema.builder();
        SampleQuestion.SCHEMA.forEach((name, value) -> schema.putAdditionalProperty(name, JsonValue.from(value)));
        var config = OutputConfig.builder()
                .format(JsonOutputFormat.builder().schema(schema.build()).build())
                .build();
        assertThat(ask(client, plain(MODEL).outputConfig(config).build())).isEqualTo(SampleQuestion.JSON_ANSWER);
        assertThat(SampleQuestion.text(server.ask(
                        new AnthropicMessages(), "", Optional.of(VERSION), SampleQuestion.withSchema(MODEL))))
                .isEqualTo(SampleQuestion.JSON_ANSWER);
        matches();
    }

    /// The newer SDK sends its key as a bearer token; the header that we send is documented for both versions.
    private void matches() throws Exception {
        SdkTestServer.Pair pair = server.pair();
        pair.theirs()
                .isMatchedBy(
                        pair.ours(), OLDER ? List.of("anthropic-version", "x-api-key") : List.of("anthropic-version"));
        assertThat(pair.ours().header("x-api-key")).contains("[key]");
    }

    @Test
    void waitsForRetryAfterAndRetries() throws Exception {
        server.change(SdkTestServer.LIMITED_ONCE);
        var waits = new Waits();
        AnthropicClient patient = server.closing(builder().sleeper(waits).build(), AnthropicClient::close);
        assertThat(ask(patient, plain(MODEL).build())).isEqualTo(SampleQuestion.ANSWER);

        assertThat(server.sent()).extracting(SentRequest::status).containsExactly(429, 200);
        assertThat(waits.all).containsExactly(Duration.ofSeconds(2));
    }

    @Test
    void throwsWhatItThrowsAtTheRealService() {
        assertThatThrownBy(() -> ask(client, plain("no-model").build())).isInstanceOf(NotFoundException.class);
        assertThatThrownBy(() -> ask(client, plain(MODEL).maxTokens(0).build()))
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining("max_tokens");
        assertThat(failing("status:429:seconds"))
                .isInstanceOfSatisfying(
                        RateLimitException.class,
                        e -> assertThat(e.headers().values("retry-after")).containsExactly("2"));
        assertThat(failing("status:529").statusCode()).isEqualTo(529);
        AnthropicClient stranger =
                server.closing(builder().apiKey("another-key").build(), AnthropicClient::close);
        assertThatThrownBy(() -> ask(stranger, plain(MODEL).build())).isInstanceOf(UnauthorizedException.class);
    }

    private AnthropicServiceException failing(String fault) {
        AnthropicClient hasty = server.closing(
                builder().maxRetries(0).putHeader("x-simulator-fault", fault).build(), AnthropicClient::close);
        return catchThrowableOfType(
                AnthropicServiceException.class, () -> ask(hasty, plain(MODEL).build()));
    }

    /// The waits requested by the SDK. Owned by the test's thread.
    private static final class Waits implements Sleeper {
        private final List<Duration> all = new ArrayList<>();

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
