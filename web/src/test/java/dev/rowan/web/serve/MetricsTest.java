package dev.rowan.web.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MetricsTest {
    @TempDir
    private Path folder;

    @Test
    void prometheusReadsTheLastRunWithoutAToken() throws Exception {
        try (var served = ServedRun.open(folder)) {
            var reply = served.getWithoutToken("/metrics");

            assertThat(reply.statusCode()).isEqualTo(200);
            assertThat(reply.headers().firstValue("Content-Type")).contains("text/plain; version=0.0.4; charset=utf-8");
            Map<String, Double> metrics = StrictMetrics.read(reply.body());
            String run = "pipeline=\"moods \\\"of\\\" customers\",run=\""
                    + served.result().runId() + "\"";
            assertThat(metrics)
                    .containsEntry("rowan_rows_read_total{" + run + "}", (double) ServedRun.ROWS)
                    .containsEntry("rowan_rows_total{outcome=\"completed\"," + run + "}", (double) ServedRun.ROWS)
                    .containsEntry("rowan_run_info{" + run + ",status=\"completed\"}", 1.0)
                    .containsEntry("rowan_attempts_total{node=\"mood\"," + run + "}", (double) ServedRun.ROWS)
                    .containsEntry("rowan_cost_cap_usd{" + run + "}", 5.0)
                    .containsEntry(
                            "rowan_call_duration_seconds_count{node=\"mood\"," + run + "}", (double) ServedRun.ROWS);
            assertThat(served.getWithoutToken("/metrics").body())
                    .as("a second scrape goes on where the first was")
                    .isEqualTo(reply.body());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rowan_rows_total{} 1\n",
                "# HELP a_total x\n# TYPE a_total gauge\n",
                "# HELP a x\n# TYPE a gauge\na{b=\"c\"d\"} 1\n",
                "# HELP a x\n# TYPE a gauge\na{} 1\na{} 1\n",
                "# HELP h x\n# TYPE h histogram\nh_bucket{le=\"1\"} 2\nh_bucket{le=\"+Inf\"} 1\nh_count{} 1\n",
                "# HELP a x\n# TYPE a gauge\na{} 1"
            })
    void theMetricsParserIsStrict(String text) {
        assertThatThrownBy(() -> StrictMetrics.read(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void healthReportsWhetherTheLandscapeCanBeRead() throws Exception {
        try (var served = ServedRun.open(folder)) {
            assertThat(served.getWithoutToken("/healthz").body()).isEqualTo("{\"status\":\"ok\"}");
        }
        var lost = new dev.rowan.web.read.LandscapeLocation("sqlite:gone.db", folder, UnaryOperator.identity());
        Files.writeString(folder.resolve("gone.db"), "this is no database, and was never one");
        try (var site = Website.start(
                dev.rowan.web.http.WebAccess.onLoopback(0, ServedRun.TOKEN), lost, new dev.rowan.api.SystemTime())) {
            var reply = java.net.http.HttpClient.newHttpClient()
                    .send(
                            java.net.http.HttpRequest.newBuilder(java.net.URI.create(site.address() + "/healthz"))
                                    .build(),
                            java.net.http.HttpResponse.BodyHandlers.ofString());
            assertThat(reply.statusCode()).isEqualTo(503);
            assertThat(reply.body()).isEqualTo("{\"status\":\"unavailable\",\"why\":\"the landscape cannot be read\"}");
        }
    }
}
