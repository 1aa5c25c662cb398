package dev.rowan.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.app.RowanProcess.Ended;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What may change between a run and its resume, and what is refused until someone accepts it.
class ChangedRunIT {
    private static final String PROMPT = "Is this positive, negative or neutral?";

    private Stage stage;
    private DisturbedRun run;

    @BeforeEach
    void stop(@TempDir Path folder) throws Exception {
        stage = DisturbedRun.stage(folder);
        run = new DisturbedRun(stage, folder);
        assertThat(run.rowan("run", "pipeline.yaml", "--limit", "50").code()).isEqualTo(5);
    }

    @AfterEach
    void close() throws Exception {
        stage.close();
    }

    /// Asserts that the change is rejected without side effects; returns the message.
    private String refused() throws Exception {
        Map<String, String> sinks = run.sinks();
        Object root = run.status().get("root");
        long asked = run.asked();
        Ended refused = run.atEightyColumns("resume", "latest");
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err())
                .contains("was started with another pipeline or input;", "run was not resumed", "--accept-change");
        assertThat(refused.err().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
        assertThat(run.sinks()).isEqualTo(sinks);
        assertThat(run.status().get("root")).isEqualTo(root);
        assertThat(run.asked()).isEqualTo(asked);
        return refused.err();
    }

    private void accepted() throws Exception {
        Ended resumed = run.rowan("resume", "latest", "--accept-change");
        assertThat(resumed.code()).as(resumed.err()).isZero();
        assertThat(run.status().get("rows_ended")).isEqualTo((long) DisturbedRun.ROWS);
        assertThat(run.rowan("verify", "latest").code()).isZero();
    }

    @Test
    void anotherPromptIsRefusedAndThenAccepted() throws Exception {
        run.pipeline(Map.of(PROMPT, "How does this sound?"));
        assertThat(refused())
                .contains("transform 'llm': options")
                .containsPattern("- +15 .*Is this positive")
                .containsPattern("\\+ +15 .*How does this sound");
        accepted();
        assertThat(stage.simulator().billedAgain("openai_chat")).isZero();
        assertThat(run.rowan("status", "latest").out()).contains("changed on resume", "transform 'llm': options: ");
    }

    @Test
    void anotherByteOfTheInputIsRefusedAndThenAccepted() throws Exception {
        Path rows = run.file("rows.jsonl");
        Files.writeString(rows, Files.readString(rows).replace("number 299 is fine", "number 299 is FINE"));
        assertThat(refused()).contains("the content of the input, ");
        accepted();
        assertThat(run.lines("output").getLast()).contains("FINE");
    }

    @Test
    void anotherOptionOfASinkIsRefusedAndNotTakenForTheSameFile() throws Exception {
        run.pipeline(Map.of("path: out/blocked.jsonl", "path: out/elsewhere.jsonl"));
        assertThat(refused()).contains("sink", "elsewhere.jsonl");
    }

    @Test
    void anotherOrderOfTransformsIsRefused() throws Exception {
        String file = Files.readString(run.file("pipeline.yaml"));
        List<String> lines = file.lines().toList();
        int filter = lines.indexOf("  - plugin: keyword_filter");
        var moved = new ArrayList<>(lines);
        moved.subList(filter, filter + 2).clear();
        moved.addAll(moved.indexOf("  - plugin: llm"), lines.subList(filter, filter + 2));
        Files.write(run.file("pipeline.yaml"), moved);
        assertThat(refused()).contains("transforms", "keyword_filter");
    }

    @Test
    void acceptsAnotherPoolSizeCapAndLimits() throws Exception {
        run.pipeline(Map.of(
                "pool_size: 8", "pool_size: 4", "max_cost_usd: 1", "max_cost_usd: 2", "window: 60", "window: 20"));
        Ended resumed = run.rowan("resume", "latest");
        assertThat(resumed.code()).as(resumed.err()).isZero();
        assertThat(run.status().get("rows_ended")).isEqualTo((long) DisturbedRun.ROWS);
        assertThat(run.rowan("verify", "latest").code()).isZero();
        assertThat(run.rowan("status", "latest").out())
                .contains("max_cost_usd: 1 → 2", "window: 60 → 20", "tuning.llm.pool_size: 8 → 4");
    }

    @Test
    void acceptsAnotherKey() throws Exception {
        Ended resumed = run.rowan(Map.of("OPENAI_API_KEY", "another-key-of-the-stage"), "resume", "latest");
        assertThat(resumed.code()).as(resumed.err()).isZero();
        assertThat(run.rowan("status", "latest").out())
                .contains("changed on resume", "secrets")
                .doesNotContain("another-key");
    }

    @Test
    void resumesAMovedRunWhereItIsNow(@TempDir Path elsewhere) throws Exception {
        DisturbedRun moved = run.movedTo(elsewhere.resolve("moved"));
        Ended resumed = moved.rowan("resume", "latest", "pipeline.yaml");
        assertThat(resumed.code()).as(resumed.err()).isZero();
        assertThat(moved.lines("output")).hasSize(270);
        assertThat(stage.simulator().billedAgain("openai_chat")).isZero();
    }
}
