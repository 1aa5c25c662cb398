package dev.rowan.referees;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.openai.client.OpenAIClient;
import com.openai.core.JsonValue;
import com.openai.errors.BadRequestException;
import com.openai.errors.InternalServerException;
import com.openai.errors.NotFoundException;
import com.openai.errors.OpenAIServiceException;
import com.openai.errors.RateLimitException;
import com.openai.errors.UnauthorizedException;
import com.openai.models.responses.EasyInputMessage;
import com.openai.models.responses.Response;
import com.openai.models.responses.ResponseCreateParams;
import com.openai.models.responses.ResponseFormatTextJsonSchemaConfig;
import com.openai.models.responses.ResponseInputItem;
import com.openai.models.responses.ResponseOutputText;
import com.openai.models.responses.ResponseTextConfig;
import dev.rowan.providers.openai.ChatCompletions;
import dev.rowan.providers.openai.Responses;
import dev.rowan.providers.openrouter.OpenRouterChat;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// OpenAI's SDK works with the simulator as with the real service, and our requests equal its own.
class OpenAiRefereeTest {
    private static final String MODEL = "gpt-4o-mini";
    private static final List<String> REQUIRED = List.of("authorization");

    private SdkTestServer server;
    private OpenAIClient client;

    @BeforeEach
    void open() throws Exception {
        server = SdkTestServer.open(Map.of("models", List.of(MODEL, "meta/llama")));
        client = server.closing(OpenAiSdk.builder(server, "/v1").build(), OpenAIClient::close);
    }

    @AfterEach
    void close() throws Exception {
        server.close();
    }

    @Test
    void completesAChatAndOurRequestIsTheSame() throws Exception {
        String text = OpenAiSdk.ask(
                client,
                OpenAiSdk.plain(MODEL)
                        .maxCompletionTokens(SampleQuestion.MAX_TOKENS)
                        .temperature(0)
                        .build());

        assertThat(text).isEqualTo(SampleQuestion.ANSWER);
        assertThat(SampleQuestion.text(
                        server.ask(ChatCompletions.openAi(), "/v1", Optional.empty(), SampleQuestion.plain(MODEL))))
                .isEqualTo(text);
        SdkTestServer.Pair pair = server.pair();
        pair.theirs().isMatchedBy(pair.ours(), REQUIRED);
    }

    @Test
    void completesAChatWithASchemaAndOurRequestIsTheSame() throws Exception {
        String text = OpenAiSdk.ask(
                client,
                OpenAiSdk.plain(MODEL)
                        .maxCompletionTokens(SampleQuestion.MAX_TOKENS)
                        .responseFormat(OpenAiSdk.format())
                        .build());

        assertThat(text).isEqualTo(SampleQuestion.JSON_ANSWER);
        assertThat(SampleQuestion.text(server.ask(
                        ChatCompletions.openAi(), "/v1", Optional.empty(), SampleQuestion.withSchema(MODEL))))
                .isEqualTo(text);
        SdkTestServer.Pair pair = server.pair();
        pair.theirs().isMatchedBy(pair.ours(), REQUIRED);
    }

    /// The SDK sends `type: message`, which is the API's default.
    @Test
    void getsAResponseAndOurRequestIsTheSame() throws Exception {
        assertThat(respond(response().temperature(0).build())).isEqualTo(SampleQuestion.ANSWER);
        assertThat(SampleQuestion.text(
                        server.ask(new Responses(), "/v1", Optional.empty(), SampleQuestion.plain(MODEL))))
                .isEqualTo(SampleQuestion.ANSWER);
        SdkTestServer.Pair pair = server.pair();
        pair.theirs().without("input.0.type").isMatchedBy(pair.ours(), REQUIRED);
    }

    @Test
    void getsAResponseWithASchemaAndOurRequestIsTheSame() throws Exception {
        var schema = ResponseFormatTextJsonSchemaConfig.Schema.builder();
        SampleQuestion.SCHEMA.forEach((name, value) -> schema.putAdditionalProperty(name, JsonValue.from(value)));
        var format = ResponseFormatTextJsonSchemaConfig.builder()
                .name(SampleQuestion.SCHEMA_NAME)
                .strict(true)
                .schema(schema.build())
                .build();
        assertThat(respond(response()
                        .text(ResponseTextConfig.builder().format(format).build())
                        .build()))
                .isEqualTo(SampleQuestion.JSON_ANSWER);
        assertThat(SampleQuestion.text(
                        server.ask(new Responses(), "/v1", Optional.empty(), SampleQuestion.withSchema(MODEL))))
                .isEqualTo(SampleQuestion.JSON_ANSWER);
        SdkTestServer.Pair pair = server.pair();
        pair.theirs().without("input.0.type").isMatchedBy(pair.ours(), REQUIRED);
    }

    private static ResponseCreateParams.Builder response() {
        return ResponseCreateParams.builder()
                .model(MODEL)
                .instructions(SampleQuestion.SYSTEM)
                .inputOfResponse(List.of(ResponseInputItem.ofEasyInputMessage(EasyInputMessage.builder()
                        .role(EasyInputMessage.Role.USER)
                        .content(SampleQuestion.USER)
                        .build())))
                .maxOutputTokens(SampleQuestion.MAX_TOKENS)
                .store(false);
    }

    private String respond(ResponseCreateParams params) {
        Response response = client.responses().create(params);
        assertThat(response.status().orElseThrow().asString()).isEqualTo("completed");
        assertThat(response.usage().orElseThrow().outputTokens()).isPositive();
        return response.output().stream()
                .flatMap(item -> item.message().stream())
                .flatMap(message -> message.content().stream())
                .flatMap(content -> content.outputText().stream())
                .map(ResponseOutputText::text)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void speaksToOpenRouterAndOurRequestIsTheSame() throws Exception {
        OpenAIClient router =
                server.closing(OpenAiSdk.builder(server, "/api/v1").build(), OpenAIClient::close);
        String text = OpenAiSdk.ask(
                router,
                OpenAiSdk.plain("meta/llama")
                        .putAdditionalBodyProperty("max_tokens", JsonValue.from(SampleQuestion.MAX_TOKENS))
                        .responseFormat(OpenAiSdk.format())
                        .putAdditionalBodyProperty("provider", JsonValue.from(Map.of("require_parameters", true)))
                        .build());
        assertThat(text).isEqualTo(SampleQuestion.JSON_ANSWER);
        assertThat(SampleQuestion.text(server.ask(
                        new OpenRouterChat(), "/api/v1", Optional.empty(), SampleQuestion.withSchema("meta/llama"))))
                .isEqualTo(text);

        SdkTestServer.Pair pair = server.pair();
        pair.theirs().isMatchedBy(pair.ours(), REQUIRED);
    }

    @Test
    void waitsForRetryAfterAndRetries() throws Exception {
        server.change(SdkTestServer.LIMITED_ONCE);
        var waits = new OpenAiSdk.Waits();
        OpenAIClient patient =
                server.closing(OpenAiSdk.builder(server, "/v1").sleeper(waits).build(), OpenAIClient::close);
        assertThat(OpenAiSdk.ask(patient, OpenAiSdk.plain(MODEL).build())).isEqualTo(SampleQuestion.ANSWER);

        assertThat(server.sent()).extracting(SentRequest::status).containsExactly(429, 200);
        assertThat(waits.all).containsExactly(Duration.ofSeconds(2));
    }

    @Test
    void throwsWhatItThrowsAtTheRealService() {
        assertThatThrownBy(
                        () -> OpenAiSdk.ask(client, OpenAiSdk.plain("no-model").build()))
                .isInstanceOfSatisfying(
                        NotFoundException.class, e -> assertThat(e.code()).contains("model_not_found"));
        assertThatThrownBy(() -> OpenAiSdk.ask(
                        client, OpenAiSdk.plain(MODEL).temperature(9).build()))
                .isInstanceOfSatisfying(
                        BadRequestException.class, e -> assertThat(e.param()).contains("temperature"));
        assertThat(failing("status:429:seconds"))
                .isInstanceOfSatisfying(
                        RateLimitException.class,
                        e -> assertThat(e.headers().values("retry-after")).containsExactly("2"));
        assertThat(failing("status:503")).isInstanceOf(InternalServerException.class);
        OpenAIClient stranger = server.closing(
                OpenAiSdk.builder(server, "/v1").apiKey("another-key").build(), OpenAIClient::close);
        assertThatThrownBy(() -> OpenAiSdk.ask(stranger, OpenAiSdk.plain(MODEL).build()))
                .isInstanceOfSatisfying(
                        UnauthorizedException.class, e -> assertThat(e.code()).contains("invalid_api_key"));
    }

    private Throwable failing(String fault) {
        OpenAIClient hasty = server.closing(
                OpenAiSdk.builder(server, "/v1")
                        .maxRetries(0)
                        .putHeader("x-simulator-fault", fault)
                        .build(),
                OpenAIClient::close);
        return catchThrowableOfType(
                OpenAIServiceException.class,
                () -> OpenAiSdk.ask(hasty, OpenAiSdk.plain(MODEL).build()));
    }

    @Test
    void aRequestThatDiffersIsSeenToDiffer() throws Exception {
        OpenAiSdk.ask(
                client,
                OpenAiSdk.plain(MODEL)
                        .maxCompletionTokens(SampleQuestion.MAX_TOKENS)
                        .build());
        server.ask(ChatCompletions.openAi(), "/v1", Optional.empty(), SampleQuestion.plain(MODEL));
        SdkTestServer.Pair pair = server.pair();

        assertThatThrownBy(() -> pair.theirs().isMatchedBy(pair.ours(), REQUIRED))
                .isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> pair.theirs().isMatchedBy(pair.theirs(), List.of("x-goog-api-key")))
                .isInstanceOf(AssertionError.class);
    }
}
