package dev.rowan.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Outcome;
import dev.rowan.engine.run.RunResult;
import dev.rowan.landscape.history.RowHistory;
import dev.rowan.landscape.record.RunEnd;
import dev.rowan.simulator.safety.Damage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A reply of a safety service that is not exactly what was asked for keeps its row from the model, whatever is wrong
/// with it.
///
/// Clean rows go between the damaged ones: a run in which a fifth of the answers cannot be read stops by itself.
@Timeout(120)
@Tag("slow")
class SafetyFailsClosedTest {
    private static final int CLEAN = 5;

    private static final String PIPELINE = """
            run: {window: 20}
            source: {plugin: jsonl, options: {path: rows.jsonl}}
            transforms:
              - plugin: azure_content_safety
                options: {fields: text, thresholds: {hate: 6, violence: 6, sexual: 6, self_harm: 6}, pool_size: 8, throttle: aimd, retry: {max_attempts: 1}, on_error: unsafe}
              - plugin: azure_prompt_shield
                options: {fields: text, pool_size: 8, throttle: aimd, retry: {max_attempts: 1}, on_error: unsafe}
              - plugin: llm
                options:
                  model: openai/gpt-4o-mini
                  user_prompt_template: "positive or negative? {{ text }}"
                  output_key: mood
                  pool_size: 8
                  throttle: aimd
            sinks:
              output: {plugin: jsonl, options: {path: out.jsonl}}
              unsafe: {plugin: jsonl, options: {path: unsafe.jsonl}}
            """;

    /// What else can be wrong with a reply, and the reason for it, beside the damages that the simulator names.
    private static final Map<String, String> BROKEN = Map.ofEntries(
            Map.entry("body:html", "malformed_response"),
            Map.entry("body:empty", "malformed_response"),
            Map.entry("body:invalid_utf8", "malformed_response"),
            Map.entry("body:deep_json", "malformed_response"),
            Map.entry("body:duplicate_keys", "malformed_response"),
            Map.entry("body:nan", "malformed_response"),
            Map.entry("body:wrong_type", "malformed_response"),
            Map.entry("truncate", "api_error"),
            Map.entry("lost_reply", "api_error"),
            Map.entry("reset:40", "api_error"),
            Map.entry("huge:20000000", "api_error"),
            Map.entry("status:302", "api_error"),
            Map.entry("status:400", "api_error"),
            Map.entry("status:500", "api_error"));

    @TempDir
    private Path folder;

    /// A fault at an endpoint, and the reason that its row must get.
    private record Harm(String endpoint, String fault, String reason) {}

    private static List<Harm> harms() {
        var harms = new ArrayList<Harm>();
        Damage.all()
                .map(damage ->
                        new Harm(damage.endpoint(), damage.endpoint() + ":" + damage.word(), "malformed_response"))
                .forEach(harms::add);
        for (String endpoint : List.of("safety_analyze", "safety_shield")) {
            BROKEN.forEach((fault, reason) -> harms.add(new Harm(endpoint, fault, reason)));
        }
        return harms;
    }

    @Test
    void noDamagedReplyLetsItsRowThrough() throws Exception {
        List<Harm> harms = harms();
        assertThat(Damage.all()).hasSizeGreaterThanOrEqualTo(60);
        try (Stage stage = Stage.open(folder, Map.of())) {
            var rows = new ArrayList<String>();
            for (Harm harm : harms) {
                rows.add("{\"text\":\"good [[" + harm.endpoint() + " " + harm.fault() + "]]\"}");
                for (int i = 0; i < CLEAN; i++) {
                    rows.add("{\"text\":\"good, number " + rows.size() + "\"}");
                }
            }
            stage.write("rows.jsonl", rows);
            RunResult result = stage.run(PIPELINE);

            assertThat(result.status()).as("%s", result.why()).isEqualTo(RunEnd.Status.COMPLETED);
            long clean = (long) harms.size() * CLEAN;
            assertThat(result.counts().outcomes())
                    .isEqualTo(Map.of(Outcome.COMPLETED, clean, Outcome.FAILED, (long) harms.size()));
            assertThat(stage.simulator().journal("openai_chat"))
                    .hasSize((int) clean); // the control: clean rows get there
            List<RowHistory> stories = stage.stories();
            for (int i = 0; i < harms.size(); i++) {
                RowHistory.End end = stories.get(i * (CLEAN + 1)).ends().getFirst();
                assertThat(end.sink()).as("%s", harms.get(i)).contains("unsafe");
                assertThat(end.reason())
                        .as("%s", harms.get(i))
                        .contains(harms.get(i).reason());
            }
            assertThat(stage.lines("unsafe.jsonl"))
                    .hasSize(harms.size())
                    .allSatisfy(line -> assertThat(line).contains("[["));
            assertThat(stage.lines("out.jsonl"))
                    .hasSize((int) clean)
                    .allSatisfy(line -> assertThat(line).doesNotContain("[["));
            System.out.printf(
                    "%d damaged replies (%d of them named), none through; %d clean rows answered%n",
                    harms.size(), Damage.all().count(), clean);
        }
    }
}
