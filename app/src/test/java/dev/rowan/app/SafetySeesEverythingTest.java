package dev.rowan.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Outcome;
import dev.rowan.api.Row;
import dev.rowan.engine.run.RunResult;
import dev.rowan.json.RowJson;
import dev.rowan.landscape.record.RunEnd;
import dev.rowan.testkit.PlantedRows;
import dev.rowan.testkit.PlantedRows.Planted;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Forbidden text anywhere in a row, at any depth, in keys and in values, in every disguise, keeps it from the model.
@Timeout(120)
@Tag("slow")
class SafetySeesEverythingTest {
    private static final int FORBIDDEN = 200;
    private static final int CLEAN = 20;

    private static final String PIPELINE = """
            run: {window: 50}
            source: {plugin: jsonl, options: {path: rows.jsonl}}
            transforms:
              - {plugin: %s, options: {fields: %s, on_error: unsafe, %s}}
              - plugin: llm
                options: {model: openai/gpt-4o-mini, user_prompt_template: "{{ row | tojson }}", output_key: answer_key}
            sinks:
              output: {plugin: jsonl, options: {path: out.jsonl}}
              unsafe: {plugin: jsonl, options: {path: unsafe.jsonl}}
            """;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            keyword_filter       | password                     | blocked_patterns: '(?i)\\bpassword\\b'
            azure_content_safety | murder                       | thresholds: {hate: 4, violence: 4, sexual: 4, self_harm: 4}, pool_size: 16
            azure_prompt_shield  | ignore previous instructions | pool_size: 16
            """)
    void noForbiddenTextPasses(String plugin, String forbidden, String options) throws Exception {
        long seed = Long.getLong("rowan.safety.seed", System.nanoTime());
        System.out.println(plugin + ": -Drowan.safety.seed=" + seed);
        var generator = new PlantedRows(new SplittableRandom(seed));
        try (Stage stage = Stage.open(folder, Map.of("latency", Map.of("typical", "1ms")))) {
            var rows = new ArrayList<Row>();
            for (int i = 0; i < FORBIDDEN; i++) {
                rows.add(generator.planted(forbidden).row());
            }
            for (int i = 0; i < CLEAN; i++) {
                rows.add(generator.clean());
            }
            stage.write("rows.jsonl", lines(rows));

            RunResult result = stage.run(PIPELINE.formatted(plugin, "all", options));

            assertThat(result.status()).as("%s", result.why()).isEqualTo(RunEnd.Status.COMPLETED);
            assertThat(result.counts().outcomes())
                    .isEqualTo(Map.of(Outcome.BLOCKED, (long) FORBIDDEN, Outcome.COMPLETED, (long) CLEAN));
            assertThat(stage.lines("out.jsonl")).hasSize(CLEAN);
            assertThat(stage.simulator().journal("openai_chat")).hasSize(CLEAN);
        }
    }

    @Test
    void mustFailControlACheckOfOneFieldLetsTextElsewherePass() throws Exception {
        var generator = new PlantedRows(new SplittableRandom(1));
        List<Planted> planted = new ArrayList<>();
        for (int i = 0; i < FORBIDDEN; i++) {
            planted.add(generator.planted("password"));
        }
        try (Stage stage = Stage.open(folder, Map.of("latency", Map.of("typical", "1ms")))) {
            stage.write("rows.jsonl", lines(planted.stream().map(Planted::row).toList()));

            RunResult result =
                    stage.run(PIPELINE.formatted("keyword_filter", "text", "blocked_patterns: '(?i)password'"));

            assertThat(result.counts().outcomes()).isEqualTo(Map.of(Outcome.COMPLETED, (long) FORBIDDEN));
        }
    }

    /// A row deeper than rows may be is not read at all.
    @Test
    void aRowThatIsTooDeepToCheckDoesNotReachTheModel() throws Exception {
        try (Stage stage = Stage.open(folder, Map.of())) {
            String deep = "[".repeat(300) + "\"my password\"" + "]".repeat(300);
            stage.write("rows.jsonl", List.of("{\"text\":\"x\",\"deep\":" + deep + "}"));

            RunResult result = stage.run(PIPELINE.formatted("keyword_filter", "all", "blocked_patterns: password"));

            assertThat(result.counts().outcomes()).isEqualTo(Map.of(Outcome.QUARANTINED, 1L));
            assertThat(stage.simulator().journal("openai_chat")).isEmpty();
        }
    }

    private static List<String> lines(List<Row> rows) {
        return rows.stream()
                .map(row -> new String(RowJson.writeValue(row.asMap()), UTF_8))
                .toList();
    }
}
