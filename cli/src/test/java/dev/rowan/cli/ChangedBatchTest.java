package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `resume --accept-change` while batches are in progress.
class ChangedBatchTest {
    private static final Map<String, Object> SLOW = Map.of("running", "10m");
    private static final int WAITING = 6;

    @TempDir
    private Path folder;

    @Test
    void listsAnswersThatAChangedPromptWouldDiscardAndStops() throws Exception {
        try (var stage = new BatchProgram(folder, BatchProgram.MODEL, SLOW)) {
            String run = stage.submit();
            stage.edit("Which mood?", "What is the mood?");

            Program.Ran refused = stage.ends(1, "resume", run, "--accept-change", "--detach");

            assertThat(refused.err())
                    .contains(
                            "not resumed",
                            "discard 6 answers",
                            "job 1 (batch_",
                            "at openai, transform 'mood'): row",
                            "; at most $",
                            " resume " + run + " --accept-change --yes");
            assertThat(stage.states()).containsExactly("running", "running");

            stage.edit("What is the mood?", "Which mood?");
            stage.completeRunning();
            stage.ends(0, "resume", run, "-q");
            assertThat(stage.batches()).hasSize(2);
        }
    }

    @Test
    void withYesCancelsTheBatchesAndSubmitsTheChangedRequests() throws Exception {
        try (var stage = new BatchProgram(folder, BatchProgram.MODEL, SLOW)) {
            String run = stage.submit();
            stage.edit("Which mood?", "What is the mood?");

            stage.ends(WAITING, "resume", run, "--accept-change", "--yes", "--detach", "-q");
            stage.ends(WAITING, "batch", "poll", run, "-q");

            assertThat(stage.states().subList(0, 2)).containsOnly("cancelled");
            assertThat(stage.states()).hasSizeGreaterThan(2);
            assertThat(stage.program.run("batch", "show", run, "1").out())
                    .contains("the changed pipeline does not use its answers");
            stage.completeRunning();
            stage.ends(0, "batch", "watch", run, "-q");
            assertThat(Files.readAllLines(folder.resolve("out/output.jsonl"))).hasSize(6);
            stage.ends(0, "verify", run);
        }
    }

    @Test
    void keepsTheBatchesIfTheRequestsAreUnchanged() throws Exception {
        try (var stage = new BatchProgram(folder, BatchProgram.MODEL, SLOW)) {
            String run = stage.submit();
            stage.edit("output_key: mood", "output_key: feeling");

            stage.ends(WAITING, "resume", run, "--accept-change", "--detach", "-q");

            assertThat(stage.states()).containsExactly("running", "running");
            stage.completeRunning();
            stage.ends(0, "resume", run, "-q");
            assertThat(stage.batches()).hasSize(2);
            assertThat(Files.readString(folder.resolve("out/output.jsonl"))).contains("\"feeling\":");
        }
    }
}
