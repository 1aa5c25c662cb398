package dev.rowan.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.SystemTime;
import dev.rowan.cli.terminal.Terminal;
import dev.rowan.simulator.Simulator;
import dev.rowan.simulator.SimulatorSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What is reported and sent when a batch service fails at one step of a job.
@Tag("slow")
class BatchTroubleTest {
    private static final Map<String, Object> SLOW = Map.of("running", "10m");
    private static final int WAITING = 6;

    @TempDir
    private Path folder;

    private BatchProgram stage(Map<String, Object> batch, String fault) throws Exception {
        return new BatchProgram(folder, BatchProgram.MODEL, 6, batch, fault.isEmpty() ? Map.of() : Map.of(fault, 1.0));
    }

    @Test
    void aCancelThatFailsIsShownAsFailedAndSentAgain() throws Exception {
        try (var stage = stage(SLOW, "openai_batch_cancel/status:500")) {
            String run = stage.submit();

            Program.Ran cancelled = stage.ends(WAITING, "batch", "cancel", run, "--all");

            assertThat(stage.states()).containsExactly("running");
            assertThat(cancelled.out())
                    .contains("job 1: the cancel did not work: refused with status 500", "next attempt at");
            assertThat(stage.program.run("batch", "list", run).out()).contains("the cancel did not work", "cancelling");
            assertThat(stage.program.run("batch", "show", run, "1").out()).contains("the cancel did not work");
        }
    }

    @Test
    void aFailedPollIsShownAsFailed() throws Exception {
        try (var stage = stage(SLOW, "openai_batch_get/status:500")) {
            String run = stage.submit();

            Program.Ran polled = stage.ends(WAITING, "batch", "poll", run);

            assertThat(polled.out())
                    .contains(
                            "1 batch: 1 running",
                            "job 1: a poll did not work: refused with status 500",
                            "next attempt at")
                    .doesNotContain("submitting");
        }
    }

    @Test
    void aRequeuedJobShowsTheReasonAndTheNextAttempt() throws Exception {
        try (var stage = stage(Map.of("running", "10m", "enqueued_tokens", 1L), "")) {
            String run = stage.submit();
            stage.advance(Duration.ofMinutes(1));

            Program.Ran polled = stage.ends(WAITING, "batch", "poll", run);

            assertThat(polled.out())
                    .contains("1 queued", "job 1: the provider had no capacity for it: ", "next attempt at 20");
            assertThat(stage.program.run("batch", "list", run).out()).contains("; next attempt at 20");
            Program.Ran shown = stage.program.run("batch", "show", run, "1");
            assertThat(shown.out()).contains("requeued").containsPattern("next poll +20.*, in ");
            assertThat(stage.program
                            .run("batch", "show", run, "1", "--json")
                            .json()
                            .get("next_poll"))
                    .isNotNull();
        }
    }

    @Test
    void aBatchWithoutAnyAnswerIsHeldAndNothingIsPaidTwice() throws Exception {
        try (var stage = stage(Map.of("running", "10m", "lines", Map.of("missing", 1.0)), "")) {
            String run = stage.submit();
            stage.advance(Duration.ofMinutes(11));
            for (int i = 0; i < 3; i++) {
                stage.program.run("batch", "poll", run, "-q");
            }

            Program.Ran watched = stage.ends(WAITING, "batch", "watch", run);

            assertThat(stage.states()).containsExactly("completed");
            assertThat(watched.out()).contains("1 job that is held", "batch show " + run + " 1");
            assertThat(stage.program.run("batch", "show", run, "1").out())
                    .contains("no answer to any of the 6 requests", " batch resubmit " + run + " 1");
        }
    }

    @Test
    void aJobIsPolledOnlyAtTheHostThatCreatedIt() throws Exception {
        try (var stage = stage(SLOW, "");
                var other = Simulator.start(SimulatorSettings.DEFAULT, new SystemTime())) {
            String address = stage.simulator() + "/v1";
            stage.write("${ADDRESS}");
            stage.program.variable("ADDRESS", address);
            String run = stage.submit();

            stage.program.variable("ADDRESS", other.address() + "/v1");
            for (String command : List.of("poll", "watch", "cancel")) {
                String[] arguments = command.equals("cancel")
                        ? new String[] {"batch", command, run, "--all", "--accept-change"}
                        : new String[] {"batch", command, run, "--accept-change"};
                Program.Ran refused = stage.ends(1, arguments);
                assertThat(refused.err())
                        .contains("batch job 1", "is at " + stage.simulator(), "now names " + other.address());
            }
            assertThat(new String(
                            other.address()
                                    .resolve("/_simulator/journal")
                                    .toURL()
                                    .openStream()
                                    .readAllBytes(),
                            UTF_8))
                    .doesNotContain("/v1/");

            stage.program.variable("ADDRESS", address);
            stage.ends(WAITING, "batch", "cancel", run, "--all", "-q");
            assertThat(stage.states()).containsExactly("cancelled");
        }
    }

    /// The second poll is due a minute after the first.
    @Test
    @Timeout(50)
    void afterALostCreateAPollExitsWithTheTimeOfTheNextSearch() throws Exception {
        try (var stage = stage(SLOW, "")) {
            String run = stage.submit();
            stage.ends(WAITING, "batch", "cancel", run, "--all", "-q");
            stage.change("""
                    {"faults": {"openai_batch_create/lost_reply": 1.0}, "batch": {"running": "10m", "list_lag": "1h"}}""");

            stage.ends(WAITING, "batch", "retry", run, "-q");
            stage.program.on(Terminal.plain(140));
            Program.Ran polled = stage.ends(WAITING, "batch", "poll", run);

            assertThat(polled.out()).containsPattern("next step").containsPattern("submitting .* in \\d+\\.\\d s");
            assertThat(stage.program.run("batch", "show", run, "2").out()).contains("create_lost", "next step");
            assertThat(stage.batches()).hasSize(2);
        }
    }
}
