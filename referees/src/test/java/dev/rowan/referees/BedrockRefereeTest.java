package dev.rowan.referees;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.SystemTime;
import dev.rowan.api.call.Credential;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import dev.rowan.api.secret.Secret;
import dev.rowan.cloud.request.PercentEncoding;
import dev.rowan.cloud.request.RequestSignature;
import dev.rowan.cloud.signin.AwsCredentials;
import dev.rowan.cloud.signin.CredentialsProvider;
import dev.rowan.json.RowJson;
import dev.rowan.providers.bedrock.BedrockConverse;
import dev.rowan.providers.chat.ChatReply;
import dev.rowan.providers.chat.ChatRequest;
import dev.rowan.providers.service.IdentitySigner;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.bedrockruntime.BedrockRuntimeClient;
import software.amazon.awssdk.services.bedrockruntime.model.CachePointType;
import software.amazon.awssdk.services.bedrockruntime.model.ContentBlock;
import software.amazon.awssdk.services.bedrockruntime.model.ConversationRole;
import software.amazon.awssdk.services.bedrockruntime.model.ConverseRequest;
import software.amazon.awssdk.services.bedrockruntime.model.ConverseResponse;
import software.amazon.awssdk.services.bedrockruntime.model.Message;
import software.amazon.awssdk.services.bedrockruntime.model.StopReason;
import software.amazon.awssdk.services.bedrockruntime.model.SystemContentBlock;
import software.amazon.awssdk.services.bedrockruntime.model.ThrottlingException;
import software.amazon.awssdk.services.bedrockruntime.model.ValidationException;

/// AWS' SDK works with the simulator as with the real service; our requests and signatures equal its own.
class BedrockRefereeTest {
    private static final String MODEL = "us.anthropic.claude-sonnet-4-5-20250929-v1:0";
    private static final String SECRET = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
    private static final Pattern SIGNED = Pattern.compile(
            "AWS4-HMAC-SHA256 Credential=.*/us-east-1/bedrock/aws4_request, SignedHeaders=([^,]+), Signature=(.+)");

    private SdkTestServer server;

    @BeforeEach
    void open() throws Exception {
        server = SdkTestServer.open(Map.of("models", List.of(MODEL), "cache", Map.of("on", true)));
    }

    @AfterEach
    void close() throws Exception {
        server.close();
    }

    private BedrockRuntimeClient client() {
        return server.closing(
                BedrockRuntimeClient.builder()
                        .region(Region.US_EAST_1)
                        .endpointOverride(URI.create(server.at("")))
                        .credentialsProvider(
                                StaticCredentialsProvider.create(AwsBasicCredentials.create(SdkTestServer.KEY, SECRET)))
                        .overrideConfiguration(config -> config.retryStrategy(retries -> retries.maxAttempts(1)))
                        .build(),
                BedrockRuntimeClient::close);
    }

    private static ConverseRequest.Builder question(String model) {
        return ConverseRequest.builder()
                .modelId(model)
                .system(SystemContentBlock.fromText(SampleQuestion.SYSTEM))
                .messages(Message.builder()
                        .role(ConversationRole.USER)
                        .content(ContentBlock.fromText(SampleQuestion.USER))
                        .build())
                .inferenceConfig(config -> config.maxTokens(SampleQuestion.MAX_TOKENS));
    }

    private static String text(ConverseResponse response) {
        return response.output().message().content().getFirst().text();
    }

    /// The reply to our own request, signed by us.
    private ChatReply ask(ChatRequest request) {
        var codec = new BedrockConverse();
        var keys = new AwsCredentials(SdkTestServer.KEY, Secret.of("test", SECRET), Optional.empty());
        var signer = new IdentitySigner.Aws(
                CredentialsProvider.fixed("test", keys, new SystemTime()), "bedrock", "us-east-1", new SystemTime());
        WireRequest wire = codec.request(server.endpoint("", Optional.empty()), request);
        List<Credential> placeholder = List.of(Credential.bearer(wire.uri().getHost(), IdentitySigner.PLACEHOLDER));
        WireReply reply =
                server.wire().exchange(wire.with(wire.headers(), placeholder).with(signer));
        return codec.reply((WireReply.Complete) reply);
    }

    @Test
    void conversesAndOurRequestIsTheSame() throws Exception {
        ConverseResponse response = client().converse(question(MODEL)
                .inferenceConfig(
                        config -> config.maxTokens(SampleQuestion.MAX_TOKENS).temperature(0f))
                .build());
        assertThat(text(response)).isEqualTo(SampleQuestion.ANSWER);
        assertThat(response.stopReason()).isEqualTo(StopReason.END_TURN);
        assertThat(response.usage().inputTokens()).isPositive();
        assertThat(SampleQuestion.text(ask(SampleQuestion.plain(MODEL)))).isEqualTo(SampleQuestion.ANSWER);

        SdkTestServer.Pair pair = server.pair();
        pair.theirs().isMatchedBy(pair.ours(), List.of());
    }

    @Test
    void asksForAnAnswerInJsonAsWeDo() throws Exception {
        var ours = SampleQuestion.withSchema(MODEL);
        String schema =
                new String(RowJson.writeValue(ours.schema().orElseThrow().closed()), StandardCharsets.UTF_8);
        ConverseResponse response = client().converse(question(MODEL)
                .outputConfig(output -> output.textFormat(format -> format.type("json_schema")
                        .structure(structure ->
                                structure.jsonSchema(json -> json.schema(schema).name(SampleQuestion.SCHEMA_NAME)))))
                .build());
        assertThat(text(response)).isEqualTo(SampleQuestion.JSON_ANSWER);
        assertThat(SampleQuestion.text(ask(ours))).isEqualTo(SampleQuestion.JSON_ANSWER);

        SdkTestServer.Pair pair = server.pair();
        pair.theirs().isMatchedBy(pair.ours(), List.of());
    }

    @Test
    void readsCachedTokensAndTiers() {
        ConverseRequest request = question(MODEL)
                .system(
                        SystemContentBlock.fromText("Answer positive or negative. ".repeat(300)),
                        SystemContentBlock.fromCachePoint(point -> point.type(CachePointType.DEFAULT)))
                .serviceTier(tier -> tier.type("flex"))
                .build();
        ConverseResponse first = client().converse(request);
        ConverseResponse second = client().converse(request);

        assertThat(first.usage().cacheWriteInputTokens()).isGreaterThan(1_024);
        assertThat(second.usage().cacheReadInputTokens())
                .isEqualTo(first.usage().cacheWriteInputTokens());
        assertThat(second.serviceTier().typeAsString()).isEqualTo("flex");
    }

    @Test
    void throwsItsOwnExceptions() throws Exception {
        assertThatThrownBy(() -> client().converse(question("no.such-model").build()))
                .isInstanceOf(ValidationException.class)
                .hasMessageContaining("model identifier is invalid");
        server.change(Map.of("faults", Map.of("status:429", 1.0)));
        assertThatThrownBy(() -> client().converse(question(MODEL).build())).isInstanceOf(ThrottlingException.class);
    }

    /// What the SDK signed, signed once more by us.
    @Test
    void signsAsWeDo() throws Exception {
        client().converse(question(MODEL).build());
        SentRequest sent = server.sent().getLast();
        Matcher authorization = SIGNED.matcher(sent.header("authorization").orElseThrow());
        assertThat(authorization.matches()).isTrue();
        Headers headers = Headers.none();
        for (String name : authorization.group(1).split(";", -1)) {
            headers = name.equals("host")
                    ? headers
                    : headers.with(name, sent.header(name).orElseThrow());
        }
        URI uri = URI.create(server.at(sent.path()));
        var parts = new RequestSignature.Parts(
                sent.method(),
                uri.getRawAuthority(),
                PercentEncoding.path(uri.getRawPath()),
                "",
                headers,
                Payload.utf8(sent.entry().text("body").orElseThrow()).sha256());
        var key = new RequestSignature.Key(SdkTestServer.KEY, Secret.of("test", SECRET), Optional.empty());
        List<Credential> ours = new RequestSignature(RequestSignature.Names.aws("bedrock"), "us-east-1")
                .credentials(
                        parts, uri.getHost(), key, sent.header("x-amz-date").orElseThrow());

        assertThat(ours.getLast().secret().inClear()).isEqualTo(authorization.group(2));
    }
}
