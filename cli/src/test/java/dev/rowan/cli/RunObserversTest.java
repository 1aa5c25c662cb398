package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.rowan.api.CallScope;
import dev.rowan.api.SystemTime;
import dev.rowan.cli.Program.Ran;
import dev.rowan.cli.terminal.TestShell;
import dev.rowan.json.RowJson;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The observers of a run: `--ui`, `--metrics-port`, `--log` and telemetry.
class RunObserversTest {
    private static final Pattern ADDRESS = Pattern.compile("(Open|Metrics at) (http://\\S+)");

    @TempDir
    private Path folder;

    private Program program;

    @BeforeEach
    void makeAFolder() throws IOException {
        program = new Program(folder);
    }

    @Test
    void servesThePageAndMetricsOfTheRunUntilItIsStopped() throws Exception {
        var shell = new TestShell(folder, new SystemTime()).variable("ROWAN_TOKEN", "a-token-of-the-tests");
        try (CallScope scope = CallScope.open("command")) {
            var code = scope.fork(() -> RowanCommand.execute(
                    shell.shell(), "run", "pipeline.yaml", "--ui-stay", "--metrics-port", "0", "--json"));
            String output = awaitErr(shell, "Still serving the page");

            Matcher addresses = ADDRESS.matcher(output);
            assertThat(addresses.find()).isTrue();
            URI page = URI.create(addresses.group(2));
            assertThat(addresses.find()).isTrue();
            URI metrics = URI.create(addresses.group(2));
            assertThat(addresses.find()).as("each is told once").isFalse();

            assertThat(RowJson.readRow(shell.out().getBytes(StandardCharsets.UTF_8))
                            .asMap())
                    .as("standard output is the one object")
                    .containsEntry("status", "completed");
            HttpResponse<String> runs = get(page.resolve("/api/runs"));
            assertThat(runs.statusCode()).isEqualTo(200);
            assertThat(runs.body()).contains("\"name\":\"reviews\"", "\"status\":\"completed\"");
            assertThat(get(metrics).body())
                    .contains("rowan_rows_total{outcome=\"completed\",pipeline=\"reviews\",", "status=\"completed\"");
            assertThat(get(page.resolve("/metrics")).body())
                    .as("the landscape tells the same rows")
                    .contains(line(get(metrics).body(), "rowan_rows_read_total{"));
            scope.interrupt();
            assertThat(code.get()).isZero();
        }
    }

    private static String line(String text, String beginning) {
        return text.lines()
                .filter(line -> line.startsWith(beginning))
                .findFirst()
                .orElseThrow();
    }

    /// The output of the command once it contains `text`.
    private static String awaitErr(TestShell shell, String text) throws InterruptedException {
        var never = new CountDownLatch(1);
        for (int i = 0; i < 3_000; i++) {
            if (shell.err().contains(text)) {
                return shell.err();
            }
            assertThat(never.await(20, TimeUnit.MILLISECONDS)).isFalse();
        }
        throw new AssertionError("not said: " + shell.err());
    }

    private static HttpResponse<String> get(URI uri) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(uri)
                                .header("Authorization", "Bearer a-token-of-the-tests")
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void thePageEndsWithTheRun() throws IOException {
        Ran ran = program.run("run", "pipeline.yaml", "--ui");
        assertThat(ran.code()).as(ran.err()).isZero();
        assertThat(ran.err()).contains("Open http://127.0.0.1:").doesNotContain("Still serving");
    }

    @Test
    void reportsAUsedPortBeforeTheRunStarts() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Ran ran = program.run("run", "pipeline.yaml", "--ui", "--port", String.valueOf(socket.getLocalPort()));
            assertThat(ran.code()).isEqualTo(1);
            assertThat(ran.err()).contains("cannot listen on port");
            assertThat(program.path("out")).doesNotExist();
        }
    }

    @Test
    void aPortWithoutThePageIsAUsageError() {
        Ran ran = program.run("run", "pipeline.yaml", "--port", "8080");
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err()).contains("--port requires --ui");
        assertThat(program.run("run", "pipeline.yaml", "--metrics-port", "70000")
                        .err())
                .contains("--metrics-port must be from 0 to 65535, got 70000");
    }

    @Test
    void theLogSaysWhatHappenedAndNoValues() throws Exception {
        program.write("reviews.csv", "id,text\n1,fine\n2,my password is hunter2\n3,\"good\"x\n4,well\n");
        Ran ran = program.run("run", "pipeline.yaml", "--log", "run.log");

        List<String> lines = Files.readAllLines(program.path("run.log"));
        List<Map<String, ?>> events = lines.stream().map(RunObserversTest::read).toList();
        assertThat(events)
                .as(ran.err())
                .extracting(event -> String.valueOf(event.get("event")))
                .containsExactly("run_started", "problem", "run_ended");
        assertThat(events.get(1).get("row")).isEqualTo(3L);
        assertThat(events.get(1).get("outcome")).isEqualTo("quarantined");
        assertThat(events.get(2).get("status")).isEqualTo("completed");
        assertThat(String.join("\n", lines)).doesNotContain("hunter2", "good", "well");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(program.path("run.log"))))
                .isEqualTo("rw-------");

        program.run("run", "pipeline.yaml", "--overwrite", "--log", "run.log");
        assertThat(Files.readAllLines(program.path("run.log"))).hasSize(6);
        assertThat(program.run("run", "pipeline.yaml", "--log", "no/such/folder.log")
                        .err())
                .contains("--log: cannot write");
    }

    private static Map<String, ?> read(String line) {
        try {
            return RowJson.readRow(line.getBytes(StandardCharsets.UTF_8)).asMap();
        } catch (dev.rowan.json.JsonException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void sendsSpansAndMetricsWhereTheEnvironmentSaysSo() throws IOException {
        var paths = new CopyOnWriteArrayList<String>();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            paths.add(exchange.getRequestURI().getPath());
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
        try {
            String address = "http://127.0.0.1:" + server.getAddress().getPort();
            Ran ran = program.variable("OTEL_EXPORTER_OTLP_ENDPOINT", address).run("run", "pipeline.yaml");
            assertThat(ran.code()).as(ran.err()).isZero();
            assertThat(paths).contains("/v1/traces", "/v1/metrics");
            assertThat(ran.err()).doesNotContain("telemetry");
        } finally {
            server.stop(0);
        }
        // no server of another process can have this port meanwhile
        Ran ran = program.variable("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:1")
                .run("run", "pipeline.yaml", "--overwrite");
        assertThat(ran.code()).isZero();
        assertThat(ran.err().lines().filter(line -> line.contains("telemetry")))
                .singleElement()
                .asString()
                .matches("rowan: telemetry: 4 spans and the last metrics did not arrive: 127.0.0.1 cannot be reached"
                        + " \\(connect\\); the run is not affected");
    }

    @Test
    void rejectsAnUnsafeEndpointBeforeTheRunStarts() {
        Ran ran = program.variable("OTEL_EXPORTER_OTLP_ENDPOINT", "http://collector.example:4318")
                .run("run", "pipeline.yaml");
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err()).contains("OTEL_EXPORTER_OTLP_ENDPOINT must be https");
        assertThat(program.path("rowan.db")).doesNotExist();
    }
}
