package dev.rowan.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Outcome;
import dev.rowan.engine.run.RunResult;
import dev.rowan.landscape.history.CallHistory;
import dev.rowan.landscape.history.RowHistory;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A model service with invalid replies or no capacity, over real HTTP.
@Tag("slow")
class BrokenServiceTest {
    private static final int CAP = 16 << 20;

    private static final String PIPELINE = """
            run: {name: broken}
            source: {plugin: jsonl, options: {path: rows.jsonl}}
            transforms:
              - plugin: llm
                options:
                  model: openai/gpt-4o-mini
                  user_prompt_template: "{{ text }}"
                  output_key: said
                  pool_size: 8
                  throttle: aimd
                  max_dispatch_delay_ms: 20
                  retry: {max_attempts: 5, initial_delay: 1ms, max_delay: 1ms}
                  on_error: failed
            sinks:
              output: {plugin: jsonl, options: {path: out.jsonl}}
              failed: {plugin: jsonl, options: {path: failed.jsonl}}
            """;

    @TempDir
    private Path folder;

    /// What befalls the call of each row, and the reason that the row gets. A gibibyte breaks off at the cap:
    /// the reply is lost, and nobody knows what it cost.
    private static final List<Map.Entry<String, String>> BODIES = List.of(
            Map.entry("body:empty", "malformed_response"),
            Map.entry("body:html", "malformed_response"),
            Map.entry("body:wrong_type", "malformed_response"),
            Map.entry("body:deep_json", "malformed_response"),
            Map.entry("body:invalid_utf8", "malformed_response"),
            Map.entry("body:duplicate_keys", "malformed_response"),
            Map.entry("body:nan", "malformed_response"),
            Map.entry("huge:1073741824", "indeterminate"));

    @Test
    void anAnswerThatIsRubbishFailsItsRowAndIsKeptUpToTheCap() throws Exception {
        try (Stage stage = Stage.open(folder, Map.of())) {
            stage.write(
                    "rows.jsonl",
                    IntStream.range(0, BODIES.size())
                            .mapToObj(i ->
                                    "{\"text\":\"[[openai_chat " + BODIES.get(i).getKey() + "]]\"}")
                            .toList());
            RunResult result = stage.run(PIPELINE);

            assertThat(result.counts().outcomes())
                    .isEqualTo(Map.of(Outcome.FAILED, BODIES.size() - 1L, Outcome.INDETERMINATE, 1L));
            List<RowHistory> stories = stage.stories();
            for (int i = 0; i < BODIES.size(); i++) {
                String body = BODIES.get(i).getKey();
                assertThat(stories.get(i).ends().getFirst().reason())
                        .as(body)
                        .contains(BODIES.get(i).getValue());
                List<CallHistory.End> ends = stories.get(i).visits().stream()
                        .flatMap(visit -> visit.calls().stream())
                        .flatMap(call -> call.attempts().stream())
                        .map(attempt -> attempt.end().orElseThrow())
                        .toList();
                assertThat(ends)
                        .as(body)
                        .isNotEmpty()
                        .allSatisfy(end -> assertThat(end.reply().orElseThrow().bytes().length)
                                .isBetween(1, CAP + (64 << 10))); // the head of the reply is kept with it
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"aimd", "adaptive"})
    void aStormOfRefusalsDelaysRowsAndKeepsTheirOrder(String throttle) throws Exception {
        Map<String, Double> storm = Map.of(
                "status:429:none", 0.1,
                "status:429:fraction", 0.1,
                "status:429:garbage", 0.1,
                "status:429:empty", 0.1,
                "status:429:negative", 0.1,
                "status:429:past", 0.1,
                "status:503", 0.1,
                "status:500", 0.1);
        try (Stage stage = Stage.open(folder, Map.of("faults", storm, "fault_attempts", 3))) {
            stage.write(
                    "rows.jsonl",
                    IntStream.rangeClosed(1, 20)
                            .mapToObj(n -> "{\"n\":" + n + ",\"text\":\"message " + n + "\"}")
                            .toList());
            RunResult result = stage.run(PIPELINE.replace("throttle: aimd", "throttle: " + throttle));

            assertThat(result.counts().outcomes()).isEqualTo(Map.of(Outcome.COMPLETED, 20L));
            assertThat(stage.lines("out.jsonl"))
                    .extracting(line -> Integer.parseInt(line.replaceAll(".*\"n\":(\\d+).*", "$1")))
                    .isEqualTo(IntStream.rangeClosed(1, 20).boxed().toList());
            assertThat(stage.simulator().journal("openai_chat")).hasSizeBetween(30, 20 * 4);
            assertThat(stage.simulator().billedAgain("openai_chat")).isZero();
        }
    }
}
