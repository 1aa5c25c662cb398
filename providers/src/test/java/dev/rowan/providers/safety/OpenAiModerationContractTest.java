package dev.rowan.providers.safety;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.config.Problem;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.plugin.TransformPlugin;
import dev.rowan.api.secret.Secret;
import dev.rowan.api.secret.SecretReference;
import dev.rowan.api.text.TextSelection;
import dev.rowan.providers.service.ServiceLocation;
import dev.rowan.testkit.FakeCalls;
import dev.rowan.testkit.FakeSetup;
import dev.rowan.testkit.contract.RowTransformContract;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class OpenAiModerationContractTest extends RowTransformContract {
    private static final Map<String, Object> EVERY_KEY = Map.of(
            "base_url", "https://gateway.example.org/v1",
            "api_key", "canary-0123456789",
            "fields", List.of("title", "text"),
            "normalize", false,
            "model", "omni-moderation-2024-09-26",
            "thresholds", Map.of("violence", 0.2, "hate", 1),
            "rows_field", "rows",
            "timeout", "7s",
            "dedupe", false);

    /// A reply that flags these categories.
    private static String reply(String... flagged) {
        List<String> harms = List.of(flagged);
        String flags = Moderation.CATEGORIES.stream()
                .map(name -> "\"" + name + "\":" + harms.contains(name))
                .collect(Collectors.joining(","));
        String scores = Moderation.CATEGORIES.stream()
                .map(name -> "\"" + name + "\":" + (harms.contains(name) ? "0.9" : "0.1"))
                .collect(Collectors.joining(","));
        return "{\"id\":\"modr-1\",\"model\":\"omni-moderation-latest\",\"results\":[{\"flagged\":" + !harms.isEmpty()
                + ",\"categories\":{" + flags + "},\"category_scores\":{" + scores + "}}]}";
    }

    @Override
    protected TransformPlugin plugin() {
        return new OpenAiModerationPlugin();
    }

    @Override
    protected Map<String, Object> options() {
        return Map.of("fields", "text");
    }

    @Override
    protected PluginSetup setup() {
        return FakeSetup.of(Map.of("OPENAI_API_KEY", "canary-0123456789"));
    }

    @Override
    protected FakeCalls calls() {
        return answering(reply());
    }

    private static FakeCalls answering(String body) {
        return new FakeCalls(_ -> FakeCalls.json(200, body));
    }

    @Override
    protected Row passing() {
        return Row.of("text", "all is well").with("other", "an attack");
    }

    @Test
    void readsEveryKey() {
        assertThat(EVERY_KEY.keySet()).containsExactlyInAnyOrderElementsOf(ModerationSettings.OPTIONS.names());
        ModerationSettings read = ModerationSettings.read(section(EVERY_KEY));
        assertThat(read.common().endpoint())
                .hasValue(new ServiceLocation.At(URI.create("https://gateway.example.org/v1")));
        assertThat(read.common().apiKey())
                .hasValue(new SecretReference.Given(Secret.of("api_key", "canary-0123456789")));
        assertThat(read.common().fields()).isEqualTo(new TextSelection.Named(List.of("title", "text")));
        assertThat(read.common().normalize()).isFalse();
        assertThat(read.common().rowsField()).hasValue("rows");
        assertThat(read.common().timeout()).isEqualTo(Duration.ofSeconds(7));
        assertThat(read.check())
                .isEqualTo(new ModerationCheck(
                        "omni-moderation-2024-09-26",
                        Map.of("violence", new BigDecimal("0.2"), "hate", BigDecimal.ONE)));
        assertThat(plugin().capabilities()).containsOnly(Capability.CALLS_OUT, Capability.SAFE_TO_REPEAT);
    }

    @Test
    void asksAboutEachTextWithTheKeyOfOpenAi() {
        FakeCalls calls = calls();
        process(options(), passing(), calls);

        assertThat(calls.sent()).singleElement().satisfies(call -> {
            assertThat(call.request().uri()).hasToString("https://api.openai.com/v1/moderations");
            assertThat(call.request().body().asText())
                    .isEqualTo("{\"model\":\"omni-moderation-latest\",\"input\":\"all is well\"}");
        });
    }

    @Test
    void blocksWhatIsFlaggedWithItsScores() {
        TransformResult result = process(options(), passing(), answering(reply("violence", "hate")));

        assertThat(result).isInstanceOfSatisfying(TransformResult.Error.class, error -> {
            assertThat(error.verdict()).isEqualTo(TransformResult.Verdict.BLOCKED);
            assertThat(error.reason().code()).isEqualTo("moderation_violation");
            assertThat(error.reason().message()).isEqualTo("field 'text' is harmful: hate 0.9, violence 0.9");
            assertThat(error.reason().details())
                    .containsEntry(
                            "categories", Map.of("hate", new BigDecimal("0.9"), "violence", new BigDecimal("0.9")))
                    .containsEntry("retryable", false);
        });
    }

    @Test
    void aThresholdReplacesTheFlag() {
        Map<String, Object> lax = Map.of("fields", "text", "thresholds", Map.of("violence", 0.95));
        Map<String, Object> strict = Map.of("fields", "text", "thresholds", Map.of("sexual", 0.05));

        assertThat(process(lax, passing(), answering(reply("violence")))).isInstanceOf(TransformResult.Success.class);
        assertThat(process(lax, passing(), answering(reply("hate")))).isInstanceOf(TransformResult.Error.class);
        assertThat(process(strict, passing(), answering(reply()))).isInstanceOf(TransformResult.Error.class);
    }

    static Stream<UnaryOperator<String>> damages() {
        return Stream.of(
                _ -> "",
                _ -> "null",
                _ -> "[]",
                _ -> "{}",
                _ -> "<html>",
                body -> body.substring(0, body.length() - 2),
                body -> body + body,
                body -> body.replace("\"results\":[", "\"results\":[],\"more\":["),
                body -> body.replace("\"results\"", "\"result\""),
                body -> body.replaceFirst("\"results\":\\[(.*)\\]}$", "\"results\":[$1,$1]}"),
                body -> body.replaceFirst("\"results\":\\[(.*)\\]}$", "\"results\":$1}"),
                body -> body.replace("\"flagged\":false", "\"flagged\":null"),
                body -> body.replace("\"flagged\":false", "\"flagged\":\"false\""),
                body -> body.replace("\"flagged\":false", "\"flagged\":0"),
                body -> body.replace("\"flagged\":false", "\"flagged\":true"),
                body -> body.replace("\"flagged\":false,", ""),
                body -> body.replace("\"hate\":false,", ""),
                body -> body.replace("\"hate\":false", "\"hate\":null"),
                body -> body.replace("\"hate\":false", "\"hate\":\"no\""),
                body -> body.replace("\"hate\":false", "\"hate\":true"),
                body -> body.replace("\"hate\":false", "\"hate\":false,\"hate\":false"),
                body -> body.replace("\"hate\":0.1,", ""),
                body -> body.replace("\"hate\":0.1", "\"hate\":null"),
                body -> body.replace("\"hate\":0.1", "\"hate\":\"0.1\""),
                body -> body.replace("\"hate\":0.1", "\"hate\":-0.1"),
                body -> body.replace("\"hate\":0.1", "\"hate\":1.1"),
                body -> body.replace("\"hate\":0.1", "\"hate\":NaN"),
                body -> body.replace("\"categories\":{", "\"categories\":[{")
                        .replace("},\"category_scores\"", "}],\"category_scores\""),
                body -> body.replace("\"category_scores\"", "\"categoryScores\""),
                body -> body.replace("\"categories\":{", "\"categories\":{\"weather\":false,"));
    }

    @ParameterizedTest
    @MethodSource("damages")
    void failsClosedForEveryDamagedReply(UnaryOperator<String> damage) {
        String damaged = damage.apply(reply());
        assertThat(damaged).isNotEqualTo(reply());

        assertThat(process(options(), passing(), answering(damaged)))
                .isInstanceOfSatisfying(TransformResult.Error.class, error -> {
                    assertThat(error.verdict()).isEqualTo(TransformResult.Verdict.FAILED);
                    assertThat(error.reason().code()).isEqualTo("malformed_response");
                });
    }

    @Test
    void aRefusalLetsNoRowPass() {
        TransformResult result = process(
                options(),
                passing(),
                new FakeCalls(_ -> FakeCalls.json(
                        400, "{\"error\":{\"message\":\"no\",\"type\":\"invalid_request_error\",\"code\":null}}")));

        assertThat(result).isInstanceOfSatisfying(TransformResult.Error.class, error -> {
            assertThat(error.verdict()).isEqualTo(TransformResult.Verdict.FAILED);
            assertThat(error.reason().code()).isEqualTo("api_error");
        });
    }

    @Test
    void anotherHostNeverGetsTheKeyOfOpenAi() {
        var transform = (SafetyTransform<?>)
                plugin().configure(section(Map.of("fields", "text", "base_url", "https://elsewhere.example.org/v1")));

        assertThatThrownBy(() -> transform.prepare(setup()))
                .isInstanceOf(PluginException.class)
                .hasMessageContaining("set 'api_key' to the key that it should receive");
    }

    @Test
    void reportsWhatIsWrong() {
        assertThat(problems(Map.of("fields", "text", "thresholds", Map.of("violense", 0.1))))
                .extracting(Problem::message)
                .anySatisfy(message -> assertThat(message).contains("did you mean 'violence'?"));
        assertThat(problems(Map.of("fields", "text", "thresholds", Map.of("violence", 2))))
                .extracting(Problem::message)
                .anySatisfy(message -> assertThat(message).contains("must be a number from 0 to 1"));
    }

    @Test
    void goesToTheSimulatorWithoutAKey() throws Exception {
        var transform =
                (SafetyTransform<?>) plugin().configure(section(Map.of("fields", "text", "base_url", "simulator")));
        transform.prepare(new FakeSetup(Map.of(), Optional.of(URI.create("http://127.0.0.1:4242")), false));

        assertThat(transform.plan(Row.of("text", "x")).toString()).contains("http://127.0.0.1:4242/v1/moderations");
    }
}
