package dev.rowan.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.app.RowanProcess.Ended;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `rowan retry` from outside. The service refuses half of what it is asked for the first and for the second time, and
/// nothing for the third.
class RetryIT {
    private Path folder;
    private Stage stage;

    @BeforeEach
    void open(@TempDir Path given) throws Exception {
        folder = given;
        stage = Stage.open(folder, Map.of("faults", Map.of("status:400", 0.5), "fault_attempts", 2));
        stage.write(
                "rows.jsonl",
                IntStream.rangeClosed(1, 20)
                        .mapToObj(n -> "{\"n\":" + n + ",\"text\":\"message " + n + "\"}")
                        .toList());
        stage.write("pipeline.yaml", List.of("""
            run: {name: retried}
            source: {plugin: jsonl, options: {path: rows.jsonl}}
            transforms:
              - plugin: llm
                options:
                  model: openai/gpt-4o-mini
                  user_prompt_template: "say {{ text }}"
                  output_key: said
                  pool_size: 4
                  on_error: failed
            sinks:
              output: {plugin: jsonl, options: {path: output.jsonl}}
              failed: {plugin: jsonl, options: {path: failed.jsonl}}
            """));
    }

    @AfterEach
    void close() throws Exception {
        stage.close();
    }

    private Ended rowan(String... args) throws Exception {
        return RowanProgram.run(folder, stage.environment(), args);
    }

    private String latest() throws Exception {
        return String.valueOf(rowan("status", "latest", "--json").json().get("run"));
    }

    private List<Long> numbers(String sink) throws Exception {
        var numbers = new ArrayList<Long>();
        for (String line : Files.readAllLines(folder.resolve(sink))) {
            numbers.add(Long.valueOf(line.replaceAll(".*\"n\":(\\d+).*", "$1")));
        }
        return numbers;
    }

    @Test
    void runsOnlyTheFailedRowsAgainUntilNoneIsLeft() throws Exception {
        assertThat(rowan("run", "pipeline.yaml").code()).isEqualTo(4);
        String first = latest();
        List<Long> passed = numbers("output.jsonl");
        List<Long> failed = numbers("failed.jsonl");
        assertThat(passed).isNotEmpty();
        assertThat(failed).hasSizeGreaterThan(2);

        Ended once = rowan("retry", first);
        assertThat(once.code()).as(once.err()).isEqualTo(4);
        String second = latest();
        List<Long> failedAgain = numbers("failed.jsonl")
                .subList(failed.size(), numbers("failed.jsonl").size());
        assertThat(failedAgain).isNotEmpty().isSubsetOf(failed).isSorted();
        var passedNow = new ArrayList<>(failed);
        passedNow.removeAll(failedAgain);
        assertThat(numbers("output.jsonl"))
                .startsWith(passed.toArray(Long[]::new))
                .endsWith(passedNow.toArray(Long[]::new));
        assertThat(rowan("status", second, "--json").json().get("rows_read")).isEqualTo((long) failed.size());
        assertThat(rowan("explain", second, "--row", passedNow.getFirst().toString(), "--json")
                        .out())
                .contains("\"row_seq\":" + passedNow.getFirst(), "\"generation\":1");

        Ended refused = rowan("retry", first);
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains("was continued by run " + second, "retry " + second);

        assertThat(rowan("retry", "latest").code()).isZero();
        assertThat(numbers("output.jsonl")).hasSize(20).doesNotHaveDuplicates();
        assertThat(stage.simulator().billedAgain("openai_chat")).isZero();
        assertThat(rowan("explain", "latest", "--row", failedAgain.getFirst().toString(), "--json")
                        .out())
                .contains("\"generation\":2");
        for (String run : List.of(first, second, latest())) {
            Ended verified = rowan("verify", run);
            assertThat(verified.code()).as(verified.out()).isZero();
        }
        Ended nothing = rowan("retry", "latest");
        assertThat(nothing.code()).isZero();
        assertThat(nothing.out()).contains("has no rows to retry (failed or indeterminate)");
    }

    /// Rows fail at the first or at the second model, or at one of two questions to the second; each is retried
    /// until it passes, and no request is ever paid for twice.
    @Test
    void paysOnlyForWhatFailed() throws Exception {
        stage.close();
        stage = Stage.open(folder, Map.of("faults", Map.of("openai_chat/status:400", 0.4), "fault_attempts", 1));
        stage.write("pipeline.yaml", List.of("""
            run: {name: paid}
            source: {plugin: jsonl, options: {path: rows.jsonl}}
            transforms:
              - plugin: azure_content_safety
                options: {fields: text, thresholds: {hate: 2, violence: 2, sexual: 2, self_harm: 2}, on_error: failed}
              - plugin: llm
                options:
                  model: openai/gpt-4o-mini
                  user_prompt_template: "say {{ text }}"
                  output_key: said
                  on_error: failed
              - plugin: llm
                options:
                  model: openai/gpt-4o-mini
                  queries:
                    - {output_key: mood, user_prompt_template: "mood of {{ text }}"}
                    - {output_key: topic, user_prompt_template: "topic of {{ text }}"}
                  on_error: failed
            sinks:
              output: {plugin: jsonl, options: {path: output.jsonl}}
              failed: {plugin: jsonl, options: {path: failed.jsonl}}
            """));
        Ended run = rowan("run", "pipeline.yaml");
        assertThat(run.code()).as(run.err()).isEqualTo(4);
        Ended retried = rowan("retry", "latest");
        for (int i = 0; retried.code() == 4 && i < 4; i++) {
            assertThat(rowan("verify", latest()).code()).isZero();
            retried = rowan("retry", "latest");
        }

        assertThat(retried.code()).as(retried.err()).isZero();
        assertThat(numbers("output.jsonl")).hasSize(20).doesNotHaveDuplicates();
        assertThat(stage.simulator().billedAgain("openai_chat")).isZero();
        assertThat(stage.simulator().billedAgain("safety_analyze")).isZero();
        Ended verified = rowan("verify", "latest");
        assertThat(verified.code()).as(verified.out()).isZero();
        assertThat(rowan("status", "latest").out()).contains("reused from an earlier run at no cost");
        Ended export = rowan("export", "latest", "--what", "calls", "--format", "csv");
        assertThat(export.out()).as(export.err()).contains(",reused,");
        String last = String.valueOf(numbers("output.jsonl").getLast());
        assertThat(rowan("explain", "latest", "--row", last).out()).contains("reused: the recorded answer of run");
    }

    @Test
    void wantsACompletedRun() throws Exception {
        assertThat(rowan("run", "pipeline.yaml", "--limit", "5").code()).isEqualTo(5);
        Ended refused = rowan("retry", "latest");
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains("is limited", "resume " + latest());
    }
}
