package dev.rowan.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.app.RowanProcess.Ended;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/// Operating batches: a held job, a signal, a cap, another folder.
@EnabledIfSystemProperty(named = "rowan.chaos", matches = "full")
class BatchOperationIT {
    private static final String LONG = "10m";

    @TempDir
    private Path folder;

    @Test
    void aJobWithAStrangeStatusIsHeldUntilSomeoneAsksAgain() throws Exception {
        try (var stage = new BatchStage(folder, LONG)) {
            held(stage);
            Ended shown = stage.rowan("batch", "show", "latest", "1");
            assertThat(shown.out()).contains("not known: pondering", " batch retry ", " batch resubmit ");
            Ended still = stage.rowan("batch", "retry", "latest");
            assertThat(still.code()).as(still.err()).isEqualTo(6);
            assertThat(still.out()).contains("1 job that is held");

            stage.toBatch(1, "show?status=in_progress");
            Ended again = stage.rowan("batch", "retry", "latest", "1");
            assertThat(again.out()).contains("1 running");
            stage.toBatch(1, "show?status=completed");
            stage.toBatch(1, "complete");
            completes(stage);
            assertThat(stage.states()).containsExactly("completed", "completed");
        }
    }

    @Test
    void aHeldJobThatIsMadeAgainHasOneLiveBatchAndCountsBoth() throws Exception {
        try (var stage = new BatchStage(folder, LONG)) {
            held(stage);
            Ended unasked = stage.rowan("batch", "resubmit", "latest", "1");
            assertThat(unasked.err()).contains("pass --yes");
            Ended again = stage.rowan("resume", "latest", "--resubmit-now", "1", "--detach");
            assertThat(again.code()).as(again.err()).isEqualTo(6);
            assertThat(stage.states()).containsExactly("cancelled", "completed", "running");

            stage.toBatch(1, "show?status=cancelled");
            stage.toBatch(3, "complete");
            completes(stage);
            assertThat(stage.rowan("batch", "show", "latest", "1").out())
                    .contains("resubmitted", "by operator", "other batches of this job");
        }
    }

    /// Leaves a run whose first job shows a status that nobody knows and whose second has ended.
    private static void held(BatchStage stage) throws Exception {
        Ended left = stage.rowan("run", "pipeline.yaml", "--detach");
        assertThat(left.code()).as(left.err()).isEqualTo(6);
        stage.toBatch(1, "show?status=pondering");
        stage.toBatch(2, "complete");
        Ended held = stage.rowan("resume", "latest");
        assertThat(held.code()).as(held.err()).isEqualTo(6);
        assertThat(held.out())
                .contains("100 rows wait for 1 job that is held", "batch show ", "# held: shows why", "batch retry ")
                .doesNotContain("batch watch", "0.0 % of the source");
    }

    private static void completes(BatchStage stage) throws Exception {
        Ended done = stage.rowan("resume", "latest");
        assertThat(done.code()).as(done.out() + done.err()).isZero();
        complete(stage);
    }

    private static void complete(BatchStage stage) throws IOException, InterruptedException {
        assertThat(Files.readAllLines(stage.folder.resolve("out/moods.jsonl")))
                .hasSize(BatchStage.MOODS)
                .isSorted()
                .doesNotHaveDuplicates();
        Ended verified = stage.rowan("verify", "latest");
        assertThat(verified.code()).as(verified.out()).isZero();
    }

    @Test
    void aSignalLeavesTheBatchesAndNamesThem() throws Exception {
        try (var stage = new BatchStage(folder, LONG)) {
            Ended ended = stopped(stage);
            assertThat(ended.err()).contains("2 batches will keep running at the provider");
            assertThat(ended.out()).contains("batch_", "2 running", " resume ");
            assertThat(stage.states()).containsExactly("running", "running");

            stage.toBatch(1, "complete");
            stage.toBatch(2, "complete");
            completes(stage);
            assertThat(stage.batches()).hasSize(2);
        }
    }

    @Test
    void aSignalCancelsTheBatchesWhereThatIsWanted() throws Exception {
        try (var stage = new BatchStage(folder, LONG)) {
            stage.change("max_requests: 100}", "max_requests: 100, on_interrupt: cancel}");
            Ended ended = stopped(stage);
            assertThat(ended.err()).contains("2 batches will be cancelled");
            assertThat(stage.states()).containsExactly("cancelled", "cancelled");
            assertThat(stage.rowan("batch", "poll", "latest").out()).contains("2 settled");
            assertThat(stage.batches()).hasSize(2);
            assertThat(stage.rowan("resume", "latest", "--detach").code()).isEqualTo(6);
            assertThat(stage.batches()).hasSize(4);
        }
    }

    /// A run that was told to stop while both of its batches run.
    private static Ended stopped(BatchStage stage) throws Exception {
        try (RowanProcess rowan = stage.start("run", "pipeline.yaml")) {
            rowan.awaitThat(() -> stage.batches().size() == 2);
            rowan.awaitThat(() -> rowan.hasSaid("2 batches: 2 running"));
            rowan.signal("TERM");
            Ended ended = rowan.await();
            assertThat(ended.code()).as(ended.err()).isEqualTo(3);
            return ended;
        }
    }

    @Test
    void aRunIsFinishedFromAnotherFolderWithoutItsArtifacts() throws Exception {
        Path there = Files.createDirectory(folder.resolve("there"));
        Path here = Files.createDirectory(folder.resolve("here"));
        try (var stage = new BatchStage(there, LONG)) {
            assertThat(stage.rowan("run", "pipeline.yaml", "--detach").code()).isEqualTo(6);
            Files.move(there.resolve("artifacts"), there.resolve("lost"));
            stage.toBatch(1, "complete");
            stage.toBatch(2, "complete");
            String landscape = "sqlite:" + there.resolve("rowan.db");

            Ended lost = RowanProgram.run(here, stage.variables, "resume", "latest", "--landscape", landscape);
            assertThat(lost.code()).isEqualTo(1);
            assertThat(lost.err()).contains("was started from pipeline.yaml").contains("FILE");
            Ended done = RowanProgram.run(
                    here, stage.variables, "resume", "latest", "../there/pipeline.yaml", "--landscape", landscape);
            assertThat(done.code()).as(done.err()).isZero();
            complete(stage);
        }
    }

    @Test
    void aCapStopsTheRunAndARaisedOneFinishesIt() throws Exception {
        try (var stage = new BatchStage(folder, "100ms")) {
            stage.change("max_cost_usd: 1", "max_cost_usd: 0.00006");
            stage.change("run: {", "notify: {command: [sh, -c, 'cat >>told.txt']}\nrun: {");
            stage.variables.put("POLL", "200ms");
            Ended capped = stage.rowan("run", "pipeline.yaml");
            assertThat(capped.code()).as(capped.err()).isEqualTo(5);
            assertThat(spent(stage)).isBetween(new BigDecimal("0.00004"), new BigDecimal("0.00006"));
            List<String> told = Files.readAllLines(folder.resolve("told.txt"));
            assertThat(told.get(told.size() - 2)).contains("\"event\":\"budget_stop\"", "the cost cap of 0.00006 USD");
            assertThat(told.getLast()).contains("\"event\":\"run_ended\"", "\"status\":\"limited\"");

            stage.change("max_cost_usd: 0.00006", "max_cost_usd: 1");
            completes(stage);
        }
    }

    /// The provider's bill for batches.
    private static BigDecimal spent(BatchStage stage) {
        return stage.batches().stream()
                .map(batch -> new BigDecimal(String.valueOf(batch.get("usd"))))
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    @Test
    void notifiesAProgramOfAHeldJob() throws Exception {
        try (var stage = new BatchStage(folder, LONG)) {
            stage.change("run: {", "notify: {command: [sh, -c, 'cat >>told.txt']}\nrun: {");
            held(stage);
            assertThat(Files.readAllLines(folder.resolve("told.txt")))
                    .anyMatch(line -> line.contains("\"event\":\"held\"") && line.contains("pondering"))
                    .noneMatch(line -> line.contains("run_ended"));
        }
    }
}
