package dev.rowan.providers.llm;

import static dev.rowan.providers.llm.Given.asking;
import static dev.rowan.providers.llm.Given.options;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.Row;
import dev.rowan.api.Time;
import dev.rowan.api.call.Call;
import dev.rowan.api.call.Wire;
import dev.rowan.api.call.WireRequest;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.secret.Secret;
import dev.rowan.api.secret.SecretReference;
import dev.rowan.providers.service.IdentitySigner;
import dev.rowan.testkit.FakeCalls;
import dev.rowan.testkit.FakeSetup;
import dev.rowan.testkit.FakeTime;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Models that are called with an identity instead of a key.
class IdentityAccessTest {
    private static final Row ROW = Row.of("text", "hi");

    @TempDir
    private Path folder;

    private final FakeTime time = new FakeTime();
    private final List<WireRequest> tokens = new ArrayList<>();

    /// A setup with the environment `variables` and a wire on which tokens are issued, each for an hour.
    private PluginSetup setup(Map<String, String> variables) {
        var fake = FakeSetup.of(variables);
        Wire wire = request -> {
            tokens.add(request);
            return FakeCalls.json(
                    200, "{\"access_token\":\"token-number-%d\",\"expires_in\":3600}".formatted(tokens.size()));
        };
        return new PluginSetup() {
            @Override
            public Secret secret(SecretReference reference) throws PluginException, InterruptedException {
                return fake.secret(reference);
            }

            @Override
            public Optional<String> environment(String name) {
                return fake.environment(name);
            }

            @Override
            public URI simulator() throws PluginException {
                return fake.simulator();
            }

            @Override
            public Wire wire() {
                return wire;
            }

            @Override
            public Time time() {
                return time;
            }

            @Override
            public boolean costCapped() {
                return false;
            }
        };
    }

    private static Call call(Given given) throws InterruptedException {
        var sent = new ArrayList<Call>();
        given.answered(ROW, new FakeCalls(call -> {
            sent.add(call);
            return FakeCalls.json(200, reply(call.request().uri().getPath()));
        }));
        return sent.getLast();
    }

    private static String reply(String path) {
        if (path.endsWith("/converse")) {
            return "{\"output\":{\"message\":{\"content\":[{\"text\":\"ok\"}]}},\"stopReason\":\"end_turn\"}";
        }
        if (path.endsWith(":generateContent")) {
            return "{\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"ok\"}]},\"finishReason\":\"STOP\"}]}";
        }
        return path.endsWith(":rawPredict")
                ? "{\"content\":[{\"type\":\"text\",\"text\":\"ok\"}],\"stop_reason\":\"end_turn\"}"
                : Given.completion("ok");
    }

    private static WireRequest signed(WireRequest request) throws Exception {
        return request.signer().sign(request);
    }

    private static Map<String, Object> azure() {
        return options(
                "deployment_name", "mine",
                "endpoint", "https://mine.openai.azure.com",
                "sign_in", "identity",
                "user_prompt_template", "{{ text }}",
                "output_key", "answer");
    }

    @Test
    void azureTakesATokenOfAWorkloadIdentityAndRenewsIt() throws Exception {
        Path assertion = Files.writeString(folder.resolve("token"), "a-federated-token\n");
        Given given = Given.of(new AzureLlmPlugin(), azure())
                .prepare(setup(Map.of(
                        "AZURE_TENANT_ID", "tenant",
                        "AZURE_CLIENT_ID", "client",
                        "AZURE_FEDERATED_TOKEN_FILE", assertion.toString())));
        assertThat(tokens).as("before the first call").isEmpty();

        WireRequest plain = call(given).request();
        WireRequest first = signed(plain);
        assertThat(first.credentials()).singleElement().satisfies(credential -> {
            assertThat(credential.header()).isEqualTo("Authorization");
            assertThat(credential.prefix() + credential.secret().inClear()).isEqualTo("Bearer token-number-1");
            assertThat(credential.host()).isEqualTo("mine.openai.azure.com");
        });
        assertThat(tokens).singleElement().satisfies(request -> {
            assertThat(request.uri())
                    .isEqualTo(URI.create("https://login.microsoftonline.com/tenant/oauth2/v2.0/token"));
            assertThat(request.body().asText())
                    .contains(
                            "client_assertion=a-federated-token",
                            "scope=https%3A%2F%2Fcognitiveservices.azure.com%2F.default");
        });
        assertThat(signed(plain).credentials()).isEqualTo(first.credentials());
        time.advance(Duration.ofMinutes(56));
        assertThat(signed(plain).credentials().getFirst().secret().inClear()).isEqualTo("token-number-2");
        assertThat(plain.credentials())
                .as("what identifies the account stays the same")
                .singleElement()
                .satisfies(credential -> assertThat(credential.secret()).isEqualTo(IdentitySigner.PLACEHOLDER));
    }

    @Test
    void azureBatchesAreSignedToo() throws Exception {
        Given given = Given.of(new AzureLlmPlugin(), azure())
                .prepare(setup(Map.of(
                        "AZURE_TENANT_ID", "tenant",
                        "AZURE_CLIENT_ID", "client",
                        "AZURE_CLIENT_SECRET", "a-client-secret")));
        WireRequest account = given.transform().batchService().account();

        assertThat(signed(account).credentials().getFirst().prefix()).isEqualTo("Bearer ");
        assertThat(tokens.getFirst().body().asText()).contains("client_secret=a-client-secret");
    }

    @Test
    void saysWhyThereIsNoToken() throws Exception {
        Given given = Given.of(new AzureLlmPlugin(), azure())
                .prepare(setup(Map.of(
                        "AZURE_TENANT_ID", "tenant",
                        "AZURE_CLIENT_ID", "client",
                        "AZURE_FEDERATED_TOKEN_FILE", folder.resolve("none").toString())));
        WireRequest request = call(given).request();

        assertThatThrownBy(() -> signed(request)).hasMessageContaining("none cannot be read");
    }

    @Test
    void bedrockSignsWithAwsKeysWhereThereIsNoOtherKey() throws Exception {
        time.advance(Duration.between(time.instant(), Instant.parse("2026-11-18T04:00:00Z")));
        Given given = Given.of(new LlmPlugin(), asking("model", "bedrock/anthropic.claude-x-v1:0"))
                .prepare(setup(Map.of(
                        "AWS_REGION", "eu-west-1",
                        "AWS_ACCESS_KEY_ID", "AKIDEXAMPLE",
                        "AWS_SECRET_ACCESS_KEY", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY")));
        WireRequest request = signed(call(given).request());

        assertThat(request.uri())
                .isEqualTo(URI.create("https://bedrock-runtime.eu-west-1.amazonaws.com/model/"
                        + "anthropic.claude-x-v1%3A0/converse"));
        assertThat(request.headers().first("x-amz-date")).contains("20261118T040000Z");
        assertThat(request.credentials())
                .singleElement()
                .satisfies(credential -> assertThat(credential.prefix())
                        .isEqualTo("AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20261118/eu-west-1/bedrock/aws4_request, "
                                + "SignedHeaders=accept;content-type;host;x-amz-date, Signature="));
    }

    @Test
    void bedrockTakesABearerKey() throws Exception {
        Map<String, String> variables =
                Map.of("AWS_DEFAULT_REGION", "us-east-1", "AWS_BEARER_TOKEN_BEDROCK", "a-bearer-key");
        WireRequest request = call(Given.of(new LlmPlugin(), asking("model", "bedrock/amazon.nova-lite-v1:0"))
                        .prepare(setup(variables)))
                .request();
        assertThat(signed(request).credentials())
                .singleElement()
                .satisfies(credential -> assertThat(
                                credential.prefix() + credential.secret().inClear())
                        .isEqualTo("Bearer a-bearer-key"));

        assertThatThrownBy(() -> Given.of(
                                new LlmPlugin(),
                                asking("model", "bedrock/m", "base_url", "https://proxy.example", "region", "x"))
                        .prepare(setup(variables)))
                .hasMessageContaining("not an address of bedrock");
        assertThatThrownBy(() ->
                        Given.of(new LlmPlugin(), asking("model", "bedrock/m")).prepare(setup(Map.of())))
                .hasMessageContaining("needs a region: set 'region'");
    }

    @Test
    void rejectsIdentitiesThatDoNotApply() {
        var llm = new LlmPlugin();
        assertThat(Given.problems(llm, asking("model", "openai/gpt-4o", "sign_in", "identity"))
                        .toString())
                .contains("azure, bedrock and vertex have identities");
        assertThat(Given.problems(llm, asking("model", "openai/gpt-4o", "region", "eu-west-1"))
                        .toString())
                .contains("bedrock and vertex have regions");
        assertThat(Given.problems(llm, asking("model", "azure/m", "sign_in", "identity", "api_key", "${KEY}"))
                        .toString())
                .contains("must not be identity with 'api_key'");
        assertThat(Given.problems(llm, asking("model", "bedrock/m", "seed", 1, "reasoning_effort", "low"))
                        .toString())
                .contains("bedrock has no seed", "additionalModelRequestFields");
    }

    @Test
    void vertexTakesATokenOfAServiceAccount() throws Exception {
        Path user = Files.writeString(folder.resolve("user.json"), """
            {"type":"authorized_user","client_id":"c","client_secret":"secret-of-c","refresh_token":"refresh-of-c"}
            """);
        Given given = Given.of(new LlmPlugin(), asking("model", "vertex/gemini-2.5-flash", "region", "global"))
                .prepare(setup(Map.of(
                        "GOOGLE_CLOUD_PROJECT", "my-project", "GOOGLE_APPLICATION_CREDENTIALS", user.toString())));
        WireRequest request = call(given).request();

        assertThat(request.uri())
                .isEqualTo(URI.create("https://aiplatform.googleapis.com/v1/projects/my-project/locations/global/"
                        + "publishers/google/models/gemini-2.5-flash:generateContent"));
        assertThat(signed(request).credentials())
                .singleElement()
                .satisfies(credential -> assertThat(
                                credential.prefix() + credential.secret().inClear())
                        .isEqualTo("Bearer token-number-1"));
        assertThat(tokens.getFirst().body().asText()).contains("refresh_token=refresh-of-c");
    }

    @Test
    void vertexTakesAnAccessTokenAsKey() throws Exception {
        Map<String, String> variables = Map.of(
                "GOOGLE_CLOUD_PROJECT", "p",
                "GOOGLE_CLOUD_LOCATION", "us-east5",
                "GOOGLE_OAUTH_ACCESS_TOKEN", "an-access-token");
        WireRequest request = call(Given.of(new LlmPlugin(), asking("model", "vertex/claude-x"))
                        .prepare(setup(variables)))
                .request();
        assertThat(request.uri().toString())
                .isEqualTo("https://us-east5-aiplatform.googleapis.com/v1/projects/p/locations/us-east5/publishers/"
                        + "anthropic/models/claude-x:rawPredict");
        assertThat(signed(request).credentials().getFirst().secret().inClear()).isEqualTo("an-access-token");
        assertThatThrownBy(() -> Given.of(
                                new LlmPlugin(),
                                asking("model", "vertex/claude-x", "base_url", "https://proxy.example"))
                        .prepare(setup(variables)))
                .hasMessageContaining("not an address of vertex");
    }

    @Test
    void vertexNeedsAProjectARegionAndAKnownModel() {
        var llm = new LlmPlugin();
        assertThatThrownBy(
                        () -> Given.of(llm, asking("model", "vertex/gemini-x")).prepare(setup(Map.of())))
                .hasMessageContaining("needs a region: set 'region' or the environment variable GOOGLE_CLOUD_LOCATION");
        assertThatThrownBy(() -> Given.of(llm, asking("model", "vertex/gemini-x", "region", "global"))
                        .prepare(setup(Map.of())))
                .hasMessageContaining("needs a project: set 'project'");
        assertThat(Given.problems(llm, asking("model", "vertex/llama-4", "project", "a/b"))
                        .toString())
                .contains("must be a Gemini or Claude model at vertex", "letters, digits and hyphens, got 'a/b'");
        assertThat(Given.problems(llm, asking("model", "vertex/claude-x", "seed", 1, "tier", "flex"))
                        .toString())
                .contains("anthropic has no seed", "vertex has no other tiers");
        assertThat(Given.problems(llm, asking("model", "gemini/gemini-x", "project", "p"))
                        .toString())
                .contains("vertex has projects");
    }

    /// The simulator takes requests that are signed as AWS wants them, and bills what is recorded.
    @ParameterizedTest
    @ValueSource(strings = {"bedrock/us.anthropic.claude-sonnet-5-v1:0", "vertex/claude-sonnet-5@20260901"})
    void signedRequestsAreAnsweredAndCachedTokensBilled(String model) throws Exception {
        var options = asking("model", model, "base_url", "simulator", "system_prompt", "Be brief. ".repeat(1_000));
        try (var calls = SimulatedCalls.open(Map.of("cache", Map.of("on", true)))) {
            Given given = Given.of(new LlmPlugin(), options).prepare(calls.setup());
            for (int i = 0; i < 4; i++) {
                given.answered(Row.of("text", "row " + i), calls);
            }

            assertThat(calls.done().getLast().receipt().usage().cachedInput().orElseThrow())
                    .isGreaterThan(2_000L);
            assertThat(calls.look("bill").at("usd").number().orElseThrow())
                    .isEqualByComparingTo(calls.spent().dollars());
        }
    }
}
