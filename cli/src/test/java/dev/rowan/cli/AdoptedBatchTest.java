package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `batch adopt RUN JOB BATCH_ID`: a person names the batch of a job that is held, and its results are taken.
@Timeout(180)
@Tag("slow")
class AdoptedBatchTest {
    private static final int WAITING = 6;

    @TempDir
    private Path folder;

    @Test
    void theResultsOfANamedBatchAreTakenAndNothingIsSubmittedAgain() throws Exception {
        try (var stage = new BatchProgram(folder, BatchProgram.MODEL, 6, Map.of("running", "10m"))) {
            String run = stage.submit();
            stage.toBatch(1, "show?status=mysterious");
            stage.ends(WAITING, "batch", "watch", run, "-q");
            String batch = String.valueOf(stage.batches().getFirst().get("id"));
            stage.toBatch(1, "show?status=in_progress");

            stage.ends(WAITING, "batch", "adopt", run, "1", batch, "-q");

            assertThat(stage.ends(0, "batch", "show", run, "1").out()).contains(batch, "adopted");
            stage.toBatch(1, "show?status=completed");
            stage.completeRunning();
            stage.ends(0, "batch", "watch", run, "-q");
            assertThat(stage.batches()).hasSize(1);
            assertThat(Files.readAllLines(folder.resolve("out/output.jsonl"))).hasSize(6);
            stage.ends(0, "verify", run);
        }
    }
}
