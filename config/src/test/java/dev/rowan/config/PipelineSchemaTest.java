package dev.rowan.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The schema, by a validator that others wrote, agrees with what reading the same file says.
class PipelineSchemaTest {
    private static final String JSON = new PipelineSchema(
                    TestPipeline.FILE,
                    TestPipeline.SOURCE,
                    TestPipeline.TRANSFORM,
                    TestPipeline.SINK,
                    Map.of(),
                    TestPipeline.PLUGINS)
            .generate();
    private static final Schema SCHEMA = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(JSON, InputFormat.JSON);

    @TempDir
    Path folder;

    private static boolean isValid(String yaml) {
        return SCHEMA.validate(yaml, InputFormat.YAML).isEmpty();
    }

    private boolean isRead(String yaml) {
        Map<String, String> environment = Map.of("N", "5", "FLAG", "true", "WORD", "aimd", "TIME", "5s");
        return TestPipeline.problems(folder, yaml, environment).isEmpty();
    }

    private static String shield(String options) {
        return """
                source: {plugin: csv, options: {path: in.csv}}
                transforms:
                  - plugin: azure_prompt_shield
                    options: {endpoint: e, api_key: k, fields: text, %s}
                sinks: {output: {plugin: jsonl, options: {path: out.jsonl}}}
                """.formatted(options);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "pool_size: 1",
                "pool_size: 10.0",
                "pool_size: \"${N}\"",
                "pool_size: \"${UNSET:-5}\"",
                "backoff_multiplier: 2",
                "backoff_multiplier: 1.001",
                "backoff_multiplier: 100",
                "backoff_multiplier: \"${N}\"",
                "throttle: aimd",
                "throttle: \"${WORD}\"",
                "timeout: 30s",
                "timeout: 1.5h",
                "timeout: 250 ms",
                "timeout: \"${TIME}\"",
                "headers: {a: b}",
                "headers: {}",
                "on_error: attacks",
                "schema: {fields: dynamic}",
                "schema: {fields: dynamic, mode: free}",
                "schema: {mode: strict, fields: [\"id: int\", \"text: str?\", score: float]}",
                "retry: {max_attempts: 5, initial_delay: 1s}",
                "retry: {}"
            })
    void acceptsWhatIsRead(String options) {
        assertThat(isRead(shield(options))).isTrue();
        assertThat(isValid(shield(options))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "pool_sise: 1",
                "pool_size: 0",
                "pool_size: 1.5",
                "pool_size: \"5\"",
                "pool_size: many",
                "pool_size: [1]",
                "pool_size:",
                "backoff_multiplier: 1",
                "backoff_multiplier: 100.5",
                "backoff_multiplier: fast",
                "throttle: none",
                "throttle: AIMD",
                "throttle: 1",
                "timeout: 30",
                "timeout: 5 minutes",
                "timeout: 1m30s",
                "headers: {a: 1}",
                "headers: [a]",
                "on_error: 5",
                "schema: dynamic",
                "schema: {}",
                "schema: {fields: dynamc}",
                "schema: {fields: [\"id\"]}",
                "schema: {fields: [\"id: integer\"]}",
                "schema: {fields: [{a: int, b: int}]}",
                "schema: {mode: loose, fields: dynamic}",
                "schema: {mode: free, field: dynamic}",
                "retry: {max_attempts: 1001}",
                "retry: 3"
            })
    void refusesWhatIsNotRead(String options) {
        assertThat(isRead(shield(options))).isFalse();
        assertThat(isValid(shield(options))).isFalse();
    }

    static Stream<Arguments> files() {
        String sinks = "sinks: {output: {plugin: jsonl, options: {path: out}}}\n";
        String source = "source: {plugin: csv, options: {path: in}}\n";
        return Stream.of(
                Arguments.of(source + sinks, true),
                Arguments.of(source + sinks + "transforms: []\n", true),
                Arguments.of(source + sinks + "transforms: [{plugin: passthrough}]\n", true),
                Arguments.of(source + sinks + "transforms: [{plugin: passthrough, name: x, options: {}}]\n", true),
                Arguments.of(source + sinks + "run: {name: a, order: none, window: 5, deadline: 6h}\n", true),
                Arguments.of(source + sinks + "landscape: {url: \"postgresql://x\"}\n", true),
                Arguments.of(source.replace("in}", "in, header: false, max_record_bytes: 16MiB}") + sinks, true),
                Arguments.of(source.replace("in}", "in, header: \"${FLAG}\", max_record_bytes: 5}") + sinks, true),
                Arguments.of(source.replace("in}", "in, max_record_bytes: 16 Mib}") + sinks, true),
                Arguments.of(source, false),
                Arguments.of(sinks, false),
                Arguments.of(source + sinks + "sink: {}\n", false),
                Arguments.of(source + sinks + "run: {order: random}\n", false),
                Arguments.of(source + sinks + "run: {windw: 5}\n", false),
                Arguments.of(source + sinks + "run: {max_cost_usd: 0}\n", false),
                Arguments.of(source + sinks + "transforms: [{plugin: azure_prompt_shield}]\n", false),
                Arguments.of(source + sinks + "transforms: [{name: x}]\n", false),
                Arguments.of(source + sinks + "transforms: [{plugin: passthrough, id: x}]\n", false),
                Arguments.of(source + sinks + "transforms: [{plugin: passthrough, options: {a: 1}}]\n", false),
                Arguments.of(source + sinks + "transforms: [passthrough]\n", false),
                Arguments.of("source: csv\n" + sinks, false),
                Arguments.of("source: {plugin: csv}\n" + sinks, false),
                Arguments.of(source.replace("in}", "in, header: 'true'}") + sinks, false),
                Arguments.of(source.replace("in}", "in, max_record_bytes: 0}") + sinks, false),
                Arguments.of(source.replace("in}", "in, max_record_bytes: 5ib}") + sinks, false),
                Arguments.of(source + sinks + "sinks: {}\n", false));
    }

    @ParameterizedTest
    @MethodSource("files")
    void agreesOnWholeFiles(String yaml, boolean good) {
        assertThat(isRead(yaml)).isEqualTo(good);
        assertThat(isValid(yaml)).isEqualTo(good);
    }

    @Test
    void refusesWhatOnlyTheEngineKnows() {
        assertThat(
                        isValid(
                                "source: {plugin: cvs, options: {path: a}}\nsinks: {output: {plugin: jsonl, options: {path: b}}}"))
                .isFalse();
        assertThat(isValid("source: {plugin: csv, options: {path: a}}\nsinks: {}"))
                .isFalse();
    }

    @Test
    void keepsOptionsOfOnePluginFromAnother() {
        assertThat(isValid(shield("pool_size: 5"))).isTrue();
        assertThat(isValid(shield("pool_size: 5").replace("azure_prompt_shield", "passthrough")))
                .isFalse();
    }

    /// Maps of the Java library change their order from one run to the next, so a text that depends on it shows here.
    @Test
    void isTheSameTextEveryTime() throws IOException {
        try (var golden =
                Objects.requireNonNull(PipelineSchemaTest.class.getResourceAsStream("pipeline.schema.json"))) {
            assertThat(JSON).isEqualTo(new String(golden.readAllBytes(), StandardCharsets.UTF_8));
        }
    }
}
