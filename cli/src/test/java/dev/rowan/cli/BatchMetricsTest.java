package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.SystemTime;
import dev.rowan.web.http.WebAccess;
import dev.rowan.web.jobs.JobController;
import dev.rowan.web.read.LandscapeLocation;
import dev.rowan.web.serve.Website;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The batch metrics of transforms in every view.
class BatchMetricsTest {
    private static final String TOKEN = "a-token-of-this-test";

    @TempDir
    private Path folder;

    @Test
    void areShownByExplainThePageAndItsApi() throws Exception {
        try (var stage = new BatchProgram(folder, BatchProgram.MODEL, Map.of("running", "10m"))) {
            String run = stage.submit();
            assertThat(stage.program.run("explain", run, "--row", "1").out())
                    .contains("batch metrics of mood: jobs 2, jobs open 2, ");
            stage.completeRunning();
            stage.ends(0, "batch", "watch", run, "-q");

            assertThat(stage.program.run("explain", run, "--row", "1").out())
                    .contains("batch metrics of mood: jobs 2, jobs open 0, jobs held 0, requests 6, largest job 3")
                    .contains("succeeded 6");
            assertThat(stage.program
                            .run("explain", run, "--row", "1", "--json")
                            .json()
                            .get("batch_metrics"))
                    .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.LIST)
                    .singleElement()
                    .asString()
                    .contains("node=mood", "succeeded=6");
            List<String> shown = visit("/api/runs/" + run, "/runs/" + run);
            assertThat(shown.getFirst()).contains("\"batch_metrics\":[{\"node\":\"mood\",\"metrics\":{\"jobs\":2,");
            assertThat(shown.getLast()).contains("Batch metrics", "largest job");
        }
    }

    private List<String> visit(String... paths) throws Exception {
        try (Website site = Website.start(
                        WebAccess.onLoopback(0, TOKEN),
                        new LandscapeLocation("sqlite:rowan.db", folder, UnaryOperator.identity()),
                        new SystemTime(),
                        Optional.empty(),
                        new JobController(Optional.empty(), Optional.empty()));
                var client = HttpClient.newHttpClient()) {
            var bodies = new java.util.ArrayList<String>();
            for (String path : paths) {
                bodies.add(client.send(
                                HttpRequest.newBuilder(URI.create(site.address() + path))
                                        .header("Authorization", "Bearer " + TOKEN)
                                        .build(),
                                HttpResponse.BodyHandlers.ofString())
                        .body());
            }
            return bodies;
        }
    }
}
