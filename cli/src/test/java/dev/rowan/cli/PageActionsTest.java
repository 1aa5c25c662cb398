package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.SystemTime;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.cli.batch.PageActions;
import dev.rowan.cli.command.LandscapeOption;
import dev.rowan.cli.terminal.TestShell;
import dev.rowan.landscape.JobQueries.BatchStep;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.simulator.Simulator;
import dev.rowan.simulator.SimulatorSettings;
import dev.rowan.web.http.WebAccess;
import dev.rowan.web.jobs.JobController;
import dev.rowan.web.read.LandscapeLocation;
import dev.rowan.web.serve.Website;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Job decisions on the page have the same result as the commands.
class PageActionsTest {
    private static final String TOKEN = "a-token-of-this-test";
    private static final String PIPELINE = """
            run: {name: moods}
            source: {plugin: csv, options: {path: reviews.csv, id: id}}
            transforms:
              - plugin: llm
                name: mood
                options:
                  model: openai/gpt-4o-mini
                  mode: batch
                  batch: {poll_interval: 1s}
                  user_prompt_template: "Which mood? {{ text }}"
                  output_key: mood
                  on_error: failed
            sinks:
              output: {plugin: jsonl, options: {path: "${OUT}/output.jsonl"}}
              failed: {plugin: jsonl, options: {path: "${OUT}/failed.jsonl"}}
            """;

    @TempDir
    private Path folder;

    @SuppressWarnings("NullAway.Init") // set before each test
    private Simulator simulator;

    @SuppressWarnings("NullAway.Init") // set before each test
    private Program program;

    @BeforeEach
    void start() throws IOException {
        SimulatorSettings settings = Section.check(
                        ConfigNode.of(Map.of("batch", Map.of("running", "10m"))),
                        SimulatorSettings.OPTIONS,
                        folder,
                        new Problems())
                .map(SimulatorSettings::read)
                .orElseThrow();
        simulator = Simulator.start(settings, new SystemTime());
        program = new Program(folder)
                .variable("OPENAI_BASE_URL", simulator.address() + "/v1")
                .variable("OPENAI_API_KEY", "a-key-of-this-test");
        program.write("pipeline.yaml", PIPELINE);
    }

    @AfterEach
    void stop() throws IOException {
        simulator.close();
    }

    @Test
    void cancellingOnThePageSettlesAsTheCommandDoes() throws Exception {
        String typed = submitted("out-1");
        String clicked = submitted("out-2");
        program.variable("OUT", "out-1");
        assertThat(program.run("batch", "cancel", typed, "1", "-q").code()).isEqualTo(6);
        try (Website site = serve("out-2")) {
            HttpResponse<String> taken = post(site, clicked, "cancel");
            assertThat(taken.statusCode()).as(taken.body()).isBetween(200, 202);
            while (ask(site, clicked).contains("\"working\":true")) {
                Thread.onSpinWait();
            }
            assertThat(ask(site, clicked)).contains("\"problem\":null");
        }
        assertThat(steps(clicked)).contains("cancel_intent").isEqualTo(steps(typed));
        for (String run : List.of(typed, clicked)) {
            program.variable("OUT", run.equals(typed) ? "out-1" : "out-2");
            for (int i = 0; i < 5 && !steps(run).contains("settled"); i++) {
                program.run("batch", "poll", run, "-q");
            }
        }
        assertThat(steps(clicked)).contains("settled").isEqualTo(steps(typed));
        assertThat(counts(clicked)).isEqualTo(counts(typed));
    }

    private String submitted(String out) throws Exception {
        program.variable("OUT", out);
        Program.Ran ran = program.run("batch", "submit", "pipeline.yaml", "--json");
        assertThat(ran.code()).as(ran.err()).isEqualTo(6);
        return String.valueOf(ran.json().get("run"));
    }

    private Website serve(String out) throws IOException {
        var shell = new TestShell(folder, new SystemTime())
                .variable("OPENAI_BASE_URL", simulator.address() + "/v1")
                .variable("OPENAI_API_KEY", "a-key-of-this-test")
                .variable("OUT", out);
        return Website.start(
                WebAccess.onLoopback(0, TOKEN),
                new LandscapeLocation("sqlite:rowan.db", folder, UnaryOperator.identity()),
                new SystemTime(),
                Optional.empty(),
                new JobController(
                        Optional.of(new PageActions(new LandscapeOption(), shell.shell())),
                        Optional.of(folder.resolve("artifacts"))));
    }

    private static HttpResponse<String> post(Website site, String run, String what) throws Exception {
        return send(HttpRequest.newBuilder(URI.create(site.address() + "/api/runs/" + run + "/jobs/1/" + what))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{}")));
    }

    private static String ask(Website site, String run) throws Exception {
        return send(HttpRequest.newBuilder(URI.create(site.address() + "/api/runs/" + run + "/jobs/1")))
                .body();
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        try (var client = HttpClient.newHttpClient()) {
            return client.send(
                    request.header("Authorization", "Bearer " + TOKEN).build(), HttpResponse.BodyHandlers.ofString());
        }
    }

    /// The steps of the job, without polls.
    private List<String> steps(String run) {
        try (LandscapeReader reader =
                new LandscapeLocation("sqlite:rowan.db", folder, UnaryOperator.identity()).read()) {
            return reader.jobs().steps(run, 1).stream()
                    .map(BatchStep::step)
                    .filter(step -> !step.equals("polled"))
                    .toList();
        }
    }

    private Object counts(String run) {
        try (LandscapeReader reader =
                new LandscapeLocation("sqlite:rowan.db", folder, UnaryOperator.identity()).read()) {
            return Optional.ofNullable(
                            reader.jobs().list(run).getFirst().facts().get("counts"))
                    .orElse("none");
        }
    }
}
