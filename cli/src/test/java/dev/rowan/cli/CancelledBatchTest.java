package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.SystemTime;
import dev.rowan.cli.batch.PageActions;
import dev.rowan.cli.command.LandscapeOption;
import dev.rowan.cli.terminal.TestShell;
import dev.rowan.web.http.WebAccess;
import dev.rowan.web.jobs.JobController;
import dev.rowan.web.read.LandscapeLocation;
import dev.rowan.web.serve.Website;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Cancelling ends the spending: what was cancelled is submitted again only when a person asks for it.
class CancelledBatchTest {
    private static final String TOKEN = "a-token-of-this-test";
    private static final Map<String, Object> SLOW = Map.of("running", "10m");
    private static final int WAITING = 6;
    private static final int NOT_COMPLETE = 11;
    /// So long a text makes 24 requests more than Gemini takes inline, so that they go by a file.
    private static final int BY_FILE = 900_000;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @Tag("slow")
    @CsvSource({
        "openai/gpt-4o-mini, 4",
        "azure/gpt-4o-mini, 4",
        "anthropic/claude-haiku-4-5, 4",
        "gemini/gemini-2.5-flash, 4",
        "gemini/gemini-2.5-flash, " + BY_FILE
    })
    void cancellingAllEndsTheSpendingUntilAResume(String model, int length) throws Exception {
        int rows = length == BY_FILE ? 24 : 6;
        int batches = length == BY_FILE ? 1 : 2;
        try (var stage = new BatchProgram(folder, model, rows / batches, SLOW)) {
            stage.rows(rows, "x".repeat(length));
            String run = stage.submit();
            assertThat(stage.states()).hasSize(batches).containsOnly("running");
            stage.advance(Duration.ofMinutes(5));

            stage.ends(WAITING, "batch", "cancel", run, "--all");
            BigDecimal paid = stage.paid();
            assertThat(paid).isPositive();
            for (int poll = 1; poll <= 10; poll++) {
                stage.ends(WAITING, "batch", "poll", run, "-q");
            }
            Program.Ran watched = stage.ends(WAITING, "batch", "watch", run);
            visitPage(run);

            assertThat(stage.states()).hasSize(batches).containsOnly("cancelled");
            assertThat(stage.paid()).isEqualTo(paid);
            assertThat(watched.out()).contains("since batch jobs were cancelled", " resume " + run);
            assertThat(folder.resolve("out/failed.jsonl")).isEmptyFile();
            stage.ends(NOT_COMPLETE, "verify", run);

            stage.ends(WAITING, "resume", run, "--detach", "-q");
            assertThat(stage.batches()).hasSizeGreaterThan(batches);
            stage.advance(Duration.ofMinutes(11));
            // the simulator's answers to the longest texts are cut off, and those rows fail
            stage.ends(length == BY_FILE ? 4 : 0, "batch", "watch", run, "--json");
            String sink = length == BY_FILE ? "failed" : "output";
            assertThat(Files.readAllLines(folder.resolve("out/" + sink + ".jsonl")))
                    .hasSize(rows);
            stage.ends(0, "verify", run);
        }
    }

    private void visitPage(String run) throws Exception {
        var shell = new TestShell(folder, new SystemTime());
        try (Website site = Website.start(
                        WebAccess.onLoopback(0, TOKEN),
                        new LandscapeLocation("sqlite:rowan.db", folder, UnaryOperator.identity()),
                        new SystemTime(),
                        Optional.empty(),
                        new JobController(
                                Optional.of(new PageActions(new LandscapeOption(), shell.shell())),
                                Optional.of(folder.resolve("artifacts"))));
                var client = HttpClient.newHttpClient()) {
            for (String path : List.of("/", "/runs/" + run, "/api/runs/" + run + "/jobs/1")) {
                HttpResponse<String> shown = client.send(
                        HttpRequest.newBuilder(URI.create(site.address() + path))
                                .header("Authorization", "Bearer " + TOKEN)
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
                assertThat(shown.statusCode()).as(path).isEqualTo(200);
            }
        }
    }

    @Test
    @Tag("slow")
    void cancelsDoNotUseUpAttempts() throws Exception {
        try (var stage = new BatchProgram(folder, BatchProgram.MODEL, SLOW)) {
            String run = stage.submit();
            for (int i = 0; i < 4; i++) {
                stage.ends(WAITING, "batch", "cancel", run, "--all", "-q");
                stage.ends(WAITING, "batch", "retry", run, "-q");
            }
            assertThat(stage.batches()).hasSize(10);
            stage.advance(Duration.ofMinutes(11));
            stage.ends(0, "batch", "watch", run, "--json");
            assertThat(Files.readAllLines(folder.resolve("out/output.jsonl"))).hasSize(6);
        }
    }

    @Test
    void oneCancelledJobIsNotSubmittedAgainWhileTheOtherIsCollected() throws Exception {
        try (var stage = new BatchProgram(folder, BatchProgram.MODEL, SLOW)) {
            String run = stage.submit();
            stage.ends(WAITING, "batch", "cancel", run, "1", "-q");
            stage.completeRunning();
            stage.ends(WAITING, "batch", "watch", run, "-q");
            assertThat(stage.states()).containsExactlyInAnyOrder("cancelled", "completed");
            assertThat(stage.program.run("batch", "show", run, "1").out()).contains(" batch retry " + run);

            stage.ends(WAITING, "batch", "retry", run, "1", "-q");
            assertThat(stage.states()).containsExactlyInAnyOrder("cancelled", "completed", "running");
            stage.completeRunning();
            stage.ends(0, "batch", "poll", run, "-q");
        }
    }
}
