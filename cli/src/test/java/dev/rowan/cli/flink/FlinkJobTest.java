package dev.rowan.cli.flink;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.rowan.api.Time;
import dev.rowan.engine.split.SplitCluster;
import dev.rowan.engine.split.SplitCluster.SplitJob;
import dev.rowan.engine.split.SplitPlan;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A job on a cluster whose REST interface answers some requests with an error.
class FlinkJobTest {
    private static final String RUNNING = "{\"status\": \"RUNNING\"}";

    /// Polls at once.
    private record Sleepless() implements Time {
        @Override
        public Instant instant() {
            return Instant.EPOCH;
        }

        @Override
        public long nanos() {
            return 0;
        }

        @Override
        public void sleep(Duration duration) {}
    }

    @TempDir
    private Path folder;

    private final List<String> requests = new ArrayList<>();
    private final List<String> jobs = new ArrayList<>();
    private final Map<String, List<String>> replies = new HashMap<>();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        Files.writeString(folder.resolve("rowan-flink.jar"), "a jar");
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
        reply("GET /overview", "{\"slots-total\": 2, \"slots-available\": 2}");
        reply("GET /jobs/overview", "{\"jobs\": []}");
        reply("POST /jars/upload", "{\"filename\": \"/tmp/rowan.jar\"}");
        reply("POST /jars/rowan.jar/run", "{\"jobid\": \"j\"}");
        reply("DELETE /jars/rowan.jar", "{}");
        reply("PATCH /jobs/j", "{}");
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    /// The replies to a request, one after the other; the last one again and again. An empty one is an error.
    private void reply(String request, String... bodies) {
        replies.put(request, new ArrayList<>(List.of(bodies)));
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String sent = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
            String request =
                    exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath();
            requests.add(request);
            jobs.addAll(request.endsWith("/run") ? List.of(sent) : List.of());
            List<String> left = replies.getOrDefault(request, List.of(""));
            String body = left.size() > 1 ? left.removeFirst() : left.getFirst();
            byte[] bytes = (body.isEmpty() ? "{\"errors\": [\"no\"]}" : body).getBytes(UTF_8);
            exchange.sendResponseHeaders(body.isEmpty() ? 500 : 200, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    private void run(boolean goesOn) throws IOException, InterruptedException {
        run(() -> goesOn);
    }

    private void run(SplitCluster.Watch watch) throws IOException, InterruptedException {
        cluster().run(new SplitJob("run", 1, new SplitPlan(List.of()), Duration.ofMinutes(20)), watch);
    }

    private FlinkCluster cluster() {
        URI address = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        return new FlinkCluster(address, new FlinkHome(folder), new Sleepless());
    }

    /// The jobs of the cluster: one of the run in this state, one of its that has ended, and one of another run.
    private static String jobs(String state) {
        return "{\"jobs\": [{\"jid\": \"old\", \"name\": \"rowan run\", \"state\": \"" + state + "\"},"
                + " {\"jid\": \"older\", \"name\": \"rowan run\", \"state\": \"FAILED\"},"
                + " {\"jid\": \"other\", \"name\": \"rowan run2\", \"state\": \"RUNNING\"}]}";
    }

    @Test
    void resumeCancelsTheJobOfAKilledOwner() throws Exception {
        reply("GET /jobs/overview", jobs("RUNNING"), jobs("CANCELLING"), jobs("CANCELED"));
        reply(
                "GET /overview",
                "{\"slots-total\": 2, \"slots-available\": 0}",
                "{\"slots-total\": 2, \"slots-available\": 2}");
        reply("PATCH /jobs/old", "{}");
        reply("GET /jobs/j/status", "{\"status\": \"FINISHED\"}");

        run(true);

        assertThat(requests.stream().filter(request -> request.startsWith("PATCH")))
                .containsExactly("PATCH /jobs/old");
        assertThat(requests)
                .containsSubsequence(
                        "PATCH /jobs/old", "GET /jobs/overview", "GET /overview", "GET /overview", "POST /jars/upload");
    }

    @Test
    void namesAnEarlierJobThatDoesNotEnd() {
        reply("GET /jobs/overview", jobs("RUNNING"));
        reply("PATCH /jobs/old", "");

        assertThatThrownBy(() -> run(true))
                .hasMessageContaining(
                        "still runs job old of an earlier process of run run, 60 s after it was cancelled")
                .hasMessageContaining("end it with Flink, then resume the run");
        assertThat(requests).doesNotContain("POST /jars/upload");
    }

    @Test
    void aFullClusterIsUsedAgainByTheRunThatFillsIt() throws Exception {
        reply("GET /jobmanager/environment", "{\"jvm\": {\"version\": \"OpenJDK - 25/25\"}}");
        reply("GET /overview", "{\"slots-total\": 2, \"slots-available\": 0}");
        reply("GET /jobs/overview", jobs("RUNNING"));

        cluster().check(Optional.of("run"));

        assertThatThrownBy(() -> cluster().check(Optional.empty())).hasMessageContaining("has no free task slot");
        assertThatThrownBy(() -> cluster().check(Optional.of("run3"))).hasMessageContaining("has no free task slot");
    }

    @Test
    void aJobThatIsDoneIsDoneEvenIfItsJarStays() throws Exception {
        reply("GET /jobs/j/status", RUNNING, "", "{\"status\": \"FINISHED\"}");
        reply("DELETE /jars/rowan.jar", "");

        run(true);

        assertThat(requests).endsWith("DELETE /jars/rowan.jar");
        assertThat(jobs)
                .as("run, epoch, splits, subtasks and grace")
                .singleElement()
                .asString()
                .contains("[\"run\",\"1\",\"0\",\"1\",\"1200000\"]");
    }

    @Test
    void cancelsAgainIfTheFirstRequestIsLost() throws Exception {
        reply("GET /jobs/j/status", RUNNING, RUNNING, "{\"status\": \"CANCELED\"}");
        reply("PATCH /jobs/j", "", "{}");

        run(false);

        assertThat(requests).containsOnlyOnce("GET /overview").contains("PATCH /jobs/j", "DELETE /jars/rowan.jar");
        assertThat(requests.stream().filter("PATCH /jobs/j"::equals)).hasSize(2);
    }

    /// Flink answers the request to cancel such a job with 409.
    @Test
    void aJobThatHasEndedBeforeItIsCancelledHasEnded() throws Exception {
        reply("GET /jobs/j/status", "{\"status\": \"FINISHED\"}");
        reply("PATCH /jobs/j", "");

        run(false);

        assertThat(requests).endsWith("DELETE /jars/rowan.jar");
    }

    @Test
    void aJobThatCannotBeCancelledIsNotAwaitedForever() {
        reply("GET /jobs/j/status", RUNNING);
        reply("PATCH /jobs/j", "");

        assertThatThrownBy(() -> run(false)).hasMessageContaining("has not cancelled job j for 60 s");
    }

    @Test
    void aJobWhoseOwnerFailsIsCancelled() {
        reply("GET /jobs/j/status", RUNNING);

        assertThatThrownBy(() -> run(() -> {
                    throw new IOException("no landscape");
                }))
                .hasMessage("no landscape");
        assertThat(requests).containsSubsequence("PATCH /jobs/j", "DELETE /jars/rowan.jar");
    }

    @Test
    void aTaskManagerWithAnOlderJavaIsNotRestartedAgainAndAgain() {
        reply("GET /jobs/j/status", RUNNING);
        reply(
                "GET /jobs/j/exceptions",
                "{\"exceptionHistory\": {\"entries\": []}}",
                "{\"exceptionHistory\": {\"entries\": [{\"stacktrace\": \"java.lang.UnsupportedClassVersionError:"
                        + " dev/rowan/flink/SplitFunction has been compiled by a more recent version of the Java Runtime"
                        + " (class file version 69.0)\"}]}}");

        assertThatThrownBy(() -> run(true))
                .hasMessageContaining(
                        "a TaskManager of the Flink cluster runs on a different Java version than its JobManager")
                .hasMessageContaining("needs Java 25 in every process");
        assertThat(requests).containsSubsequence("PATCH /jobs/j", "DELETE /jars/rowan.jar");
    }

    @Test
    void saysWhyAJobFailed() {
        reply("GET /jobs/j/status", "{\"status\": \"FAILED\"}");
        reply(
                "GET /jobs/j/exceptions",
                "{\"exceptionHistory\": {\"entries\": [{\"stacktrace\": \"java.io.IOException: no disk\"}]}}");

        assertThatThrownBy(() -> run(true)).hasMessage("the Flink job j failed: no disk");
    }
}
