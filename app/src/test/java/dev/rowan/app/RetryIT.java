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

    private Ended rowan(String... words) throws Exception {
        return RowanProcess.run(folder, stage.environment(), words);
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
        assertThat(nothing.out()).contains("has no row that is failed or indeterminate");
    }

    @Test
    void wantsACompletedRun() throws Exception {
        assertThat(rowan("run", "pipeline.yaml", "--limit", "5").code()).isEqualTo(5);
        Ended refused = rowan("retry", "latest");
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains("is limited", "resume " + latest());
    }
}
