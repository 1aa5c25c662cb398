package dev.rowan.providers.safety;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.config.Problem;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.plugin.TransformPlugin;
import dev.rowan.providers.safety.ContentSafety.Category;
import dev.rowan.providers.safety.ContentSafety.OutputType;
import dev.rowan.providers.service.ServiceLocation;
import dev.rowan.testkit.FakeCalls;
import dev.rowan.testkit.FakeSetup;
import dev.rowan.testkit.contract.RowTransformContract;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AzureContentSafetyContractTest extends RowTransformContract {
    private static final Map<String, Object> THRESHOLDS = Map.of("hate", 2, "violence", 4, "sexual", 2, "self_harm", 0);
    private static final Map<String, Object> EVERY_KEY = Map.ofEntries(
            Map.entry("endpoint", "simulator"),
            Map.entry("api_key", "canary-0123456789"),
            Map.entry("fields", "all"),
            Map.entry("thresholds", Map.of("hate", 1, "violence", 3, "sexual", 5, "self_harm", 7)),
            Map.entry("output_type", "eight_severity_levels"),
            Map.entry("normalize", false),
            Map.entry("rows_field", "rows"),
            Map.entry("timeout", "7s"),
            Map.entry("api_version", "2026-11-01-preview"),
            Map.entry("price_per_1000", 1.5),
            Map.entry("dedupe", true));

    @Override
    protected TransformPlugin plugin() {
        return new AzureContentSafetyPlugin();
    }

    @Override
    protected Map<String, Object> options() {
        return Map.of("endpoint", "simulator", "fields", "text", "thresholds", THRESHOLDS);
    }

    @Override
    protected PluginSetup setup() {
        return new FakeSetup(Map.of(), Optional.of(URI.create("http://127.0.0.1:1")), false);
    }

    @Override
    protected FakeCalls calls() {
        return new FakeCalls(Replies::of);
    }

    @Override
    protected Row passing() {
        return Row.of("text", "all is well").with("other", "severe");
    }

    @Test
    void readsEveryKey() {
        assertThat(EVERY_KEY.keySet()).containsExactlyInAnyOrderElementsOf(ContentSafetySettings.OPTIONS.names());
        ContentSafetySettings settings = ContentSafetySettings.read(section(EVERY_KEY));

        assertThat(settings.thresholds())
                .isEqualTo(new Thresholds(
                        Map.of(Category.HATE, 1, Category.VIOLENCE, 3, Category.SEXUAL, 5, Category.SELF_HARM, 7)));
        assertThat(settings.outputType()).isEqualTo(OutputType.EIGHT_SEVERITY_LEVELS);
        assertThat(settings.common().endpoint()).hasValue(new ServiceLocation.Simulator());
        assertThat(settings.common().rowsField()).hasValue("rows");
    }

    @ParameterizedTest
    @CsvSource({"0, true", "2, true", "4, true", "6, false"})
    void blocksWhatIsMoreSevereThanItsThreshold(int violence, boolean passes) {
        TransformResult result = process(options(), passing(), new FakeCalls(_ -> Replies.analysis(violence)));

        assertThat(result instanceof TransformResult.Success).isEqualTo(passes);
    }

    @Test
    void reportsTheSeverityOfEachCategory() {
        TransformResult result = process(options(), passing(), new FakeCalls(_ -> Replies.analysis(6)));

        assertThat(result).isInstanceOfSatisfying(TransformResult.Error.class, error -> {
            assertThat(error.verdict()).isEqualTo(TransformResult.Verdict.BLOCKED);
            assertThat(error.reason().code()).isEqualTo("content_safety_violation");
            assertThat(error.reason().message())
                    .isEqualTo("field 'text' is too severe: violence 6 where at most 4 may pass");
            assertThat(error.reason().details())
                    .isEqualTo(Map.of(
                            "field",
                            "text",
                            "categories",
                            Map.of("hate", 0L, "self_harm", 0L, "sexual", 2L, "violence", 6L),
                            "thresholds",
                            Map.of("hate", 2L, "self_harm", 0L, "sexual", 2L, "violence", 4L),
                            "retryable",
                            false));
        });
    }

    @Test
    void readsEightLevelsOnlyWhenItAskedForThem() {
        var eight = new HashMap<>(options());
        eight.put("output_type", "eight_severity_levels");
        var calls = new FakeCalls(_ -> Replies.analysis(5));

        assertThat(code(process(eight, passing(), calls))).isEqualTo("content_safety_violation");
        assertThat(calls.sent().getFirst().request().body().asText()).contains("\"EightSeverityLevels\"");
        assertThat(code(process(options(), passing(), new FakeCalls(_ -> Replies.analysis(5)))))
                .isEqualTo("malformed_response");
    }

    @Test
    void refusesAThresholdThatIsMissingOrNoSeverity() {
        assertThat(problems(Map.of("fields", "all"))).map(Problem::message).containsExactly("needs 'thresholds'");
        assertThat(problems(withThresholds(Map.of("hate", 2, "violence", 2, "sexual", 2))))
                .map(Problem::message)
                .containsExactly("needs 'self_harm'");
        for (Object wrong : List.of(-1, 8, 2.5, "high")) {
            assertThat(problems(withThresholds(Map.of("hate", wrong, "violence", 2, "sexual", 2, "self_harm", 0))))
                    .as("threshold %s", wrong)
                    .hasSize(1);
        }
        assertThat(problems(withThresholds(Map.of("hate", 3, "violence", 2, "sexual", 2, "self_harm", 0))))
                .map(Problem::message)
                .containsExactly("hate must be one of [0, 2, 4, 6], the severities of this output_type, got 3");
    }

    private static Map<String, Object> withThresholds(Map<String, Object> thresholds) {
        return Map.of("fields", "all", "thresholds", thresholds);
    }

    private static String code(TransformResult result) {
        return ((TransformResult.Error) result).reason().code();
    }
}
