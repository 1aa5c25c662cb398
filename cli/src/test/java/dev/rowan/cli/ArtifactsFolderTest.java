package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A folder for the files of batch jobs that cannot be used is the user's to put right.
class ArtifactsFolderTest {
    @TempDir
    private Path folder;

    @Test
    void aFileInItsPlaceIsRefusedBeforeAnythingIsDone() throws Exception {
        try (var stage = new BatchProgram(folder, BatchProgram.MODEL, Map.of("running", "10m"))) {
            Path file = stage.program.write("artifacts", "no folder");

            Program.Ran refused = stage.ends(1, "batch", "submit", "pipeline.yaml");

            assertThat(refused.err())
                    .contains("artifacts is not a folder", "name another one in run.artifacts")
                    .doesNotContain("internal error", "Exception");
            assertThat(stage.batches()).isEmpty();
            Files.delete(file);
            stage.submit();
        }
    }

    @Test
    void oneThatCannotBeWrittenLaterStopsTheRunWithAdviceAndItIsResumed() throws Exception {
        try (var stage = new BatchProgram(folder, BatchProgram.MODEL, 6, Map.of("running", "10m"))) {
            String run = stage.submit();
            stage.completeRunning();
            Path inTheWay = folder.resolve("artifacts/" + run + "/1/openai/results.jsonl.part");
            Files.createDirectories(inTheWay.resolve("full"));

            Program.Ran stopped = stage.ends(1, "batch", "watch", run);

            assertThat(stopped.err())
                    .contains(
                            "the files of batch jobs cannot be kept in ",
                            "results.jsonl.part: directory not empty",
                            "run.artifacts",
                            " resume " + run)
                    .doesNotContain("internal error", "please report");
            Files.delete(inTheWay.resolve("full"));
            stage.ends(0, "resume", run, "-q");
            assertThat(Files.readAllLines(folder.resolve("out/output.jsonl"))).hasSize(6);
        }
    }
}
