package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.SystemTime;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.cli.command.LandscapeOption;
import dev.rowan.cli.serve.PageRuns;
import dev.rowan.cli.terminal.TestShell;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.open.Landscapes;
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
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Runs that are resumed and rows that are retried from the page, and the commands that it shows for that.
@Timeout(120)
class PageRunsTest {
    private static final String TOKEN = "a-token-of-this-test";
    private static final String ASKING = """
            run: {name: asking}
            source: {plugin: csv, options: {path: reviews.csv, id: id}}
            transforms:
              - plugin: llm
                options:
                  model: openai/gpt-4o-mini
                  user_prompt_template: "Repeat: {{ text }}"
                  output_key: answer
                  price: {input: 0.15, output: 0.6}
                  on_error: failed
            sinks:
              output: {plugin: jsonl, options: {path: out.jsonl}}
              failed: {plugin: jsonl, options: {path: failed.jsonl}}
            """;

    @TempDir
    private Path folder;

    private final HttpClient client = HttpClient.newHttpClient();

    @Test
    void aRunThatIsNotFinishedIsResumed() throws Exception {
        var program = new Program(folder);
        String run = String.valueOf(program.run("run", "pipeline.yaml", "--limit", "1", "--json")
                .json()
                .get("run"));
        try (Website site = serve(new TestShell(folder, new SystemTime()))) {
            assertThat(get(site, "/runs/" + run))
                    .contains("This run is not finished", "data-api=\"/api/runs/" + run + "/resume\"")
                    .contains("rowan resume " + run)
                    .doesNotContain("/retry\"");
            assertThat(post(site, run, "retry").statusCode()).isEqualTo(409);
            HttpResponse<String> resumed = post(site, run, "resume");
            assertThat(resumed.statusCode()).as(resumed.body()).isIn(200, 202);
            await(run, "completed");
            assertThat(get(site, "/runs/" + run)).doesNotContain("id=\"restart\"");
            HttpResponse<String> again = post(site, run, "resume");
            assertThat(again.statusCode()).isEqualTo(409);
            assertThat(again.body()).contains("is completed: there is nothing to resume");
        }
        assertThat(program.run("status", run, "--json").json().get("rows_ended"))
                .isEqualTo(3L);
    }

    @Test
    void failedRowsAreRetriedAsARunThatContinuesTheOther() throws Exception {
        var program = new Program(folder).variable("OPENAI_API_KEY", "a-key-of-this-test");
        program.write("asking.yaml", ASKING);
        String run;
        try (Simulator broken = simulator(Map.of("faults", Map.of("status:400", 1.0)))) {
            program.variable("OPENAI_BASE_URL", broken.address() + "/v1");
            run = String.valueOf(
                    program.run("run", "asking.yaml", "--json").json().get("run"));
        }
        try (Simulator whole = simulator(Map.of());
                Website site = serve(new TestShell(folder, new SystemTime())
                        .variable("OPENAI_API_KEY", "a-key-of-this-test")
                        .variable("OPENAI_BASE_URL", whole.address() + "/v1"))) {
            assertThat(get(site, "/runs/" + run)).contains("3 rows failed", "rowan retry " + run, "Retry failed rows");
            HttpResponse<String> retried = post(site, run, "retry");
            assertThat(retried.statusCode()).as(retried.body()).isIn(200, 202);
            String continuation = continuation(run);
            await(continuation, "completed");
            assertThat(get(site, "/runs/" + run))
                    .contains("Its failed rows were retried by run", "/runs/" + continuation)
                    .doesNotContain("Retry failed rows");
            assertThat(program.run("status", continuation, "--json").json().get("outcomes"))
                    .isEqualTo(Map.of("completed", 3L));
            HttpResponse<String> again = post(site, run, "retry");
            assertThat(again.statusCode()).isEqualTo(409);
            assertThat(again.body()).contains("was continued by run " + continuation);
        }
    }

    @Test
    void aPageThatOnlyShowsNamesTheCommandAndRefusesTheRest() throws Exception {
        var program = new Program(folder);
        String run = String.valueOf(program.run("run", "pipeline.yaml", "--limit", "1", "--json")
                .json()
                .get("run"));
        try (Website site = Website.start(
                WebAccess.onLoopback(0, TOKEN),
                new LandscapeLocation("sqlite:rowan.db", folder, UnaryOperator.identity()),
                new SystemTime())) {
            assertThat(get(site, "/runs/" + run))
                    .contains("rowan resume " + run)
                    .doesNotContain("/resume\"");
            HttpResponse<String> refused = post(site, run, "resume");
            assertThat(refused.statusCode()).isEqualTo(403);
            assertThat(refused.body()).contains("use a terminal: rowan resume " + run);
        }
    }

    /// The run that continues another, as soon as there is one.
    private String continuation(String run) {
        List<String> found = List.of();
        while (found.isEmpty()) {
            found = ask(reader -> reader.runs().continuations(run));
        }
        return found.getFirst();
    }

    private void await(String run, String status) {
        while (!ask(reader -> reader.runs().summary(run).status()).equals(status)) {
            Thread.onSpinWait();
        }
    }

    private <T> T ask(Function<LandscapeReader, T> question) {
        try (LandscapeReader reader = Landscapes.read("sqlite:rowan.db", folder)) {
            return question.apply(reader);
        }
    }

    private static Simulator simulator(Map<String, ?> settings) throws IOException {
        return Simulator.start(
                Section.check(ConfigNode.of(settings), SimulatorSettings.OPTIONS, Path.of(""), new Problems())
                        .map(SimulatorSettings::read)
                        .orElseThrow(),
                new SystemTime());
    }

    private Website serve(TestShell shell) throws IOException {
        return Website.start(
                WebAccess.onLoopback(0, TOKEN),
                new LandscapeLocation("sqlite:rowan.db", folder, UnaryOperator.identity()),
                new SystemTime(),
                Optional.empty(),
                JobController.CLOSED,
                Optional.of(new PageRuns(new LandscapeOption(), shell.shell())));
    }

    private String get(Website site, String path) throws Exception {
        return client.send(request(site, path).build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private HttpResponse<String> post(Website site, String run, String action) throws Exception {
        return client.send(
                request(site, "/api/runs/" + run + "/" + action)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString("{}"))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static HttpRequest.Builder request(Website site, String path) {
        return HttpRequest.newBuilder(URI.create(site.address() + path)).header("Authorization", "Bearer " + TOKEN);
    }
}
