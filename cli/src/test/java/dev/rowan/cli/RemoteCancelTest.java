package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.CallScope;
import dev.rowan.api.SystemTime;
import dev.rowan.cli.batch.PageActions;
import dev.rowan.cli.command.LandscapeOption;
import dev.rowan.cli.terminal.TestShell;
import dev.rowan.engine.jobs.JobDecision;
import dev.rowan.web.jobs.JobActions.Decision;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `batch cancel` while another process works on the run: that process cancels.
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class RemoteCancelTest {
    private static final Map<String, Object> SLOW = Map.of("running", "10m");
    private static final int WAITING = 6;

    @TempDir
    private Path folder;

    /// Starts to watch the run and returns when it is in progress.
    private static FutureTask<Program.Ran> watch(BatchProgram stage, String run, CallScope scope) throws Exception {
        FutureTask<Program.Ran> watching = scope.fork(() -> stage.program.run("batch", "watch", run));
        while (!watching.isDone()
                && !"running"
                        .equals(stage.program
                                .run("status", run, "--json")
                                .json()
                                .get("status"))) {
            Thread.onSpinWait();
        }
        return watching;
    }

    @ParameterizedTest
    @Tag("slow")
    @ValueSource(
            strings = {
                "openai/gpt-4o-mini",
                "azure/gpt-4o-mini",
                "anthropic/claude-haiku-4-5",
                "gemini/gemini-2.5-flash"
            })
    void theProcessThatWatchesTheRunCancelsAllAndSubmitsNothingMore(String model) throws Exception {
        try (var stage = new BatchProgram(folder, model, SLOW);
                CallScope scope = CallScope.open("watch")) {
            String run = stage.submit();
            FutureTask<Program.Ran> watching = watch(stage, run, scope);

            Program.Ran cancelled = stage.ends(0, "batch", "cancel", run, "--all");

            assertThat(cancelled.out()).contains("jobs 1, 2 are being cancelled", " batch list " + run);
            Program.Ran watched = watching.get();
            assertThat(watched.code()).as(watched.out() + watched.err()).isEqualTo(WAITING);
            assertThat(watched.out()).contains("since batch jobs were cancelled", " resume " + run);
            BigDecimal paid = stage.paid();
            for (int poll = 1; poll <= 10; poll++) {
                stage.ends(WAITING, "batch", "poll", run, "-q");
            }
            assertThat(stage.states()).hasSize(2).containsOnly("cancelled");
            assertThat(stage.paid()).isEqualTo(paid);

            stage.ends(WAITING, "resume", run, "--detach", "-q");
            assertThat(stage.batches()).hasSizeGreaterThan(2);
            stage.completeRunning();
            stage.ends(0, "batch", "watch", run, "--json");
            assertThat(Files.readAllLines(folder.resolve("out/output.jsonl"))).hasSize(6);
            stage.ends(0, "verify", run);
        }
    }

    @Test
    @Tag("slow")
    void aJobThatDoesNotExistOrHasEndedIsRefusedByThatProcess() throws Exception {
        try (var stage = new BatchProgram(folder, BatchProgram.MODEL, SLOW);
                CallScope scope = CallScope.open("watch")) {
            String run = stage.submit();
            FutureTask<Program.Ran> watching = watch(stage, run, scope);

            assertThat(stage.ends(1, "batch", "cancel", run, "9").err())
                    .contains("the run has no batch job 9; it has jobs 1, 2");
            assertThat(stage.ends(0, "batch", "cancel", run, "1", "--json")
                            .json()
                            .get("followed"))
                    .isEqualTo(true);
            stage.completeRunning();

            assertThat(watching.get().code()).isEqualTo(WAITING);
            assertThat(stage.states()).containsExactlyInAnyOrder("cancelled", "completed");
            assertThat(Files.readAllLines(folder.resolve("out/output.jsonl"))).hasSizeLessThanOrEqualTo(3);
        }
    }

    @Test
    void thePageCancelsAJobOfARunThatAnotherProcessWatches() throws Exception {
        try (var stage = new BatchProgram(folder, BatchProgram.MODEL, 6, SLOW);
                CallScope scope = CallScope.open("watch")) {
            String run = stage.submit();
            FutureTask<Program.Ran> watching = watch(stage, run, scope);

            new PageActions(new LandscapeOption(), new TestShell(folder, new SystemTime()).shell())
                    .act(new Decision(run, 1, JobDecision.CANCEL, Optional.empty()));

            assertThat(watching.get().code()).isEqualTo(WAITING);
            assertThat(stage.states()).containsExactly("cancelled");
        }
    }
}
