package dev.rowan.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Pipeline files with mistakes of every kind, and the exact messages they get: all at once, in the order of the file.
class BrokenSettingsTest {
    private static final Map<String, String> ENVIRONMENT = Map.of("FLAG", "maybe", "KEY", "sk-secret");

    @TempDir
    Path folder;

    private static Arguments broken(String text, String... messages) {
        return Arguments.of(text, List.of(messages));
    }

    static Stream<Arguments> files() {
        return Stream.of(
                broken(
                        """
                        run: {order: inptu, windw: 5, window: 0, max_cost_usd: 0, deadline: 6 hours}
                        source: {plugin: csv, options: {path: a.csv}}
                        sinks: {output: {plugin: jsonl, options: {path: b}}}
                        """,
                        "1:14 run.order: must be one of input, none, got 'inptu'; did you mean 'input'?",
                        "1:21 run: unknown key 'windw'; did you mean 'window'?",
                        "1:39 run.window: must be from 1 to 1000000, got 0",
                        "1:56 run.max_cost_usd: must be greater than 0, got 0",
                        "1:69 run.deadline: must be a duration above zero such as 250ms, 30s, 5m or 6h, got '6 hours'"),
                broken(
                        """
                        source: {plugin: csv, options: {pth: a.csv, header: yes, max_record_bytes: 16 MB/s}}
                        sinks: {output: {plugin: jsonl}}
                        """,
                        "1:32 source.options: needs 'path'; the file",
                        "1:33 source.options: unknown key 'pth'; did you mean 'path'?",
                        "1:53 source.options.header: must be true or false, got 'yes'",
                        "1:76 source.options.max_record_bytes: must be a size above zero such as 64KiB, 16MiB or a number of bytes, got '16 MB/s'",
                        "2:17 sinks.output.options: needs 'path'; the file"),
                broken(
                        """
                        source: csv
                        sinks: {output: jsonl}
                        """,
                        "1:9 source: must be a mapping, got 'csv'",
                        "2:17 sinks.output: must be a mapping, got 'jsonl'"),
                broken(
                        """
                        source: {plugin: csv, option: {path: a}}
                        sinks: {output: {plugin: jsonl, options: }}
                        sink: 5
                        """,
                        "1:9 source.options: needs 'path'; the file",
                        "1:23 source: unknown key 'option'; did you mean 'options'?",
                        "2:41 sinks.output.options: must be a mapping, got nothing",
                        "3:1 unknown key 'sink'; did you mean 'sinks'?"),
                broken(
                        """
                        source: {plugin: 5, options: {path: a}}
                        sinks: {output: {plugin: jsonl, options: {path: [a]}}}
                        landscape: sqlite
                        """,
                        "1:18 source.plugin: must be text, got 5",
                        "2:49 sinks.output.options.path: must be text, got a list of 1",
                        "3:12 landscape: must be a mapping, got 'sqlite'"),
                broken(
                        """
                        source: {plugin: csv, options: {path: a}}
                        transforms:
                          - plugin: azure_prompt_shield
                            options:
                              endpoint: ${MISSING}
                              pool_sise: 5
                              pool_size: 0
                              fields: [text, 5]
                              headers: {a: 1, b: x}
                              backoff_multiplier: 1
                              throttle: adaptiv
                              timeout: 0s
                              on_error: 3
                              schema: {field: dynamic}
                              retry: {max_attempts: 2000}
                        sinks: {output: {plugin: jsonl, options: {path: b}}}
                        """,
                        "5:7 transforms[0].options: needs 'api_key'",
                        "5:17 transforms[0].options.endpoint: environment variable MISSING is not set; set it, or write ${MISSING:-default}",
                        "6:7 transforms[0].options: unknown key 'pool_sise'; did you mean 'pool_size'?",
                        "7:18 transforms[0].options.pool_size: must be at least 1, got 0",
                        "8:22 transforms[0].options.fields[1]: must be text, got 5",
                        "9:20 transforms[0].options.headers.a: must be text, got 1",
                        "10:27 transforms[0].options.backoff_multiplier: must be greater than 1 and at most 100, got 1",
                        "11:17 transforms[0].options.throttle: must be one of aimd, adaptive, got 'adaptiv'; did you mean 'adaptive'?",
                        "12:16 transforms[0].options.timeout: must be a duration above zero such as 250ms, 30s, 5m or 6h, got '0s'",
                        "13:17 transforms[0].options.on_error: must be text, got 3",
                        "14:15 transforms[0].options.schema: needs 'fields'; fields and their types: int, float, str, bool or any; ? marks an optional field",
                        "14:16 transforms[0].options.schema: unknown key 'field'; did you mean 'fields'?",
                        "15:29 transforms[0].options.retry.max_attempts: must be from 1 to 1000, got 2000"),
                broken(
                        """
                        source: {plugin: csv, options: {path: a, header: "${FLAG}", max_record_bytes: "${KEY}"}}
                        transforms:
                          - plugin: passthrough
                            options: {pool_size: 5}
                          - plugin: passthrough
                            optoins: {}
                          - passthrough
                        sinks: {output: {plugin: jsonl, options: {path: b}}}
                        """,
                        "1:50 source.options.header: must be true or false, got the value of '${FLAG}'",
                        "1:79 source.options.max_record_bytes: must be a size above zero such as 64KiB, 16MiB or a number of bytes, got the value of '${KEY}'",
                        "4:15 transforms[0].options: unknown key 'pool_size'; known keys: on_error, schema, retry",
                        "6:5 transforms[1]: unknown key 'optoins'; did you mean 'options'?",
                        "7:5 transforms[2]: must be a mapping, got 'passthrough'"),
                broken(
                        """
                        source: &s {plugin: csv, options: {path: 5}}
                        sinks: {output: *s}
                        landscape: {url: "${MISSING}"}
                        run: {window: "${MISSING}", order: 1}
                        """,
                        "1:42 source.options.path: must be text, got 5",
                        "1:42 sinks.output.options.path: must be text, got 5",
                        "3:18 landscape.url: environment variable MISSING is not set; set it, or write ${MISSING:-default}",
                        "4:15 run.window: environment variable MISSING is not set; set it, or write ${MISSING:-default}",
                        "4:36 run.order: must be one of input, none, got 1"),
                broken(
                        """
                        transforms: [{plugin: passthrough, options: {<<: {a: 1}, on_error: 5}}, {plugin: passthrough, options: {on_error: 5}}]
                        source: {plugin: csv}
                        source: {plugin: csv, options: {path: a}}
                        sinks: {}
                        """,
                        "1:46 transforms[0].options: merge key '<<' is not supported; write the keys out",
                        "1:115 transforms[1].options.on_error: must be text, got 5",
                        "2:9 source.options: needs 'path'; the file",
                        "3:1 duplicate key 'source'; the first is at 2:1"));
    }

    @ParameterizedTest
    @MethodSource("files")
    void areReportedAllAtOnce(String text, List<String> messages) {
        assertThat(TestPipeline.problems(folder, text, ENVIRONMENT))
                .containsExactlyElementsOf(messages.stream()
                        .map(message -> "pipeline.yaml:" + message)
                        .toList());
    }

    @ParameterizedTest
    @MethodSource("files")
    void neverShowAValueFromTheEnvironment(String text) {
        assertThat(TestPipeline.problems(folder, text, ENVIRONMENT)).noneMatch(line -> line.contains("sk-secret"));
    }
}
