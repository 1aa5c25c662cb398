package dev.rowan.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rowan.app.RowanProcess.Ended;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.record.LogEntry.CallState;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A landscape on a real PostgreSQL that ends connections, goes down and comes back, from outside: the real
/// program.
@Timeout(300)
class PostgresOutageIT {
    private static final int ROWS = 200;
    private static final int POOL = 8;

    private static Optional<RestartablePostgres> started = Optional.empty();

    @TempDir
    private Path folder;

    private RestartablePostgres postgres;
    private LoopbackService service;
    private String url;

    @BeforeAll
    static void startServer() {
        started = RestartablePostgres.start();
    }

    @AfterAll
    static void stopServer() throws IOException {
        if (started.isPresent()) {
            started.get().close();
        }
    }

    @BeforeEach
    void open() throws IOException {
        assumeTrue(started.isPresent(), "no PostgreSQL");
        postgres = started.get();
        postgres.ensureStarted();
        service = LoopbackService.start();
        String schema = "outage_" + System.identityHashCode(this);
        postgres.execute("CREATE SCHEMA " + schema);
        url = postgres.url(schema);
        Files.write(
                folder.resolve("rows.jsonl"),
                IntStream.rangeClosed(1, ROWS)
                        .mapToObj(n -> "{\"n\":" + n + ",\"text\":\"message " + n + "\"}")
                        .toList());
        pipeline("10m");
    }

    @AfterEach
    void close() {
        service.close();
    }

    private void pipeline(String landscapeDownTimeout) throws IOException {
        Files.writeString(folder.resolve("pipeline.yaml"), """
            run: {name: outage, landscape_down_timeout: %s}
            source: {plugin: jsonl, options: {path: rows.jsonl}}
            transforms:
              - plugin: llm
                options: {model: openai/gpt-4o-mini, user_prompt_template: "say {{ text }}", output_key: said, pool_size: %d}
            sinks:
              output: {plugin: jsonl, options: {path: output.jsonl}}
            """.formatted(landscapeDownTimeout, POOL));
    }

    @Test
    void aRunOutlivesKilledBackendsAndAServerThatIsDownForAWhile() throws Exception {
        var count = new AtomicInteger();
        var down = new CountDownLatch(1);
        service.script(request -> {
            int n = count.incrementAndGet();
            if (n == 80) {
                postgres.stop();
                down.countDown();
            } else if (n > 80) {
                await(down);
            } else if (n % 10 == 0) {
                postgres.endConnections();
            }
            return LoopbackService.answer(request);
        });
        try (RowanProcess run = RowanProcess.start(
                folder, RowanProcess.command("run", "pipeline.yaml", "--log", "run.log"), environment())) {
            run.awaitThat(() -> down.getCount() == 0);
            run.awaitThat(() -> run.hasSaid("landscape unreachable for "));
            assertThat(run.hasSaid("the run stops in 9 min") || run.hasSaid("the run stops in 10 min"))
                    .isTrue();
            assertThat(service.requests().size())
                    .as("only what was claimed before is sent")
                    .isLessThanOrEqualTo(80 + 6 * POOL);
            postgres.startAgain();

            Ended ended = run.await();
            assertThat(ended.code()).as(ended.err()).isZero();
        }
        assertThat(output()).isEqualTo(expected());
        assertThat(service.requests()).as("paid for once").hasSize(ROWS).doesNotHaveDuplicates();
        assertThat(Files.readString(folder.resolve("run.log")))
                .contains("\"event\":\"landscape_unreachable\"", "\"event\":\"landscape_reachable\"");
        assertVerifies();
        assertThat(rowan("status", "latest").out()).contains("postgresql://localhost", "was unreachable from");
    }

    @Test
    void aServerThatStaysDownStopsTheRunWhichIsResumedOnceItIsBack() throws Exception {
        pipeline("1s");
        var count = new AtomicInteger();
        service.script(request -> {
            if (count.incrementAndGet() == 40) {
                postgres.stop();
            }
            return LoopbackService.answer(request);
        });

        Ended stopped = rowan("run", "pipeline.yaml", "--quiet");

        assertThat(stopped.code()).as(stopped.err()).isEqualTo(5);
        assertThat(stopped.err())
                .contains("run.landscape_down_timeout", "could not be reached for ", "resume")
                .doesNotContain("internal error");
        postgres.startAgain();

        Ended resumed = rowan("resume", "latest");
        assertThat(resumed.code()).as(resumed.err()).isZero();
        assertThat(output()).isEqualTo(expected());
        var distinct = new HashSet<>(service.requests());
        assertThat(distinct).hasSize(ROWS);
        assertThat(service.requests().size() - distinct.size())
                .as("what was on its way may be paid twice, and is named")
                .isLessThanOrEqualTo((int) attempts(CallState.UNKNOWN));
        assertVerifies();
    }

    @Test
    void aRunWhoseProcessOnThisMachineWasKilledIsResumedAtOnce() throws Exception {
        var held = new CountDownLatch(1);
        var killed = new CountDownLatch(1);
        service.script(request -> {
            if (service.requests().size() > 40 && killed.getCount() > 0) {
                held.countDown();
                await(killed);
            }
            return LoopbackService.answer(request);
        });
        try (RowanProcess run =
                RowanProcess.start(folder, RowanProcess.command("run", "pipeline.yaml"), environment())) {
            run.awaitThat(() -> held.getCount() == 0);
            Ended refused = rowan("resume", "latest");
            assertThat(refused.code()).isEqualTo(1);
            assertThat(refused.err()).contains("is held by process " + run.pid());
            run.signal("KILL");
            run.await();
        }
        killed.countDown();

        Ended resumed = rowan("resume", "latest");
        assertThat(resumed.code()).as(resumed.err()).isZero();
        assertThat(output()).isEqualTo(expected());
        assertVerifies();
    }

    @Test
    void thePageAnswers503WhileTheServerIsDownAndRecoversByItself() throws Exception {
        assertThat(rowan("run", "pipeline.yaml", "--quiet").code()).isZero();
        try (RowanProcess page =
                RowanProcess.start(folder, RowanProcess.command("serve", "--port", "0"), environment())) {
            URI entrance = URI.create(page.firstLine().substring("Open ".length()));
            assertThat(get(entrance, "/api/runs").statusCode()).isEqualTo(200);
            assertThat(get(entrance, "/runs/latest").statusCode()).isEqualTo(200);
            postgres.stop();

            HttpResponse<String> api = get(entrance, "/api/runs/latest");
            assertThat(api.statusCode()).isEqualTo(503);
            assertThat(api.headers().firstValue("Retry-After")).contains("5");
            assertThat(api.body()).contains("\"error\":\"the connection to postgresql://localhost");
            HttpResponse<String> html = get(entrance, "/runs/latest");
            assertThat(html.statusCode()).isEqualTo(503);
            assertThat(html.body()).contains("Temporarily unavailable", "the connection to postgresql://localhost");
            postgres.startAgain();

            for (String path : new String[] {"/api/runs", "/runs/latest", "/api/runs/latest", "/runs/latest/rows"}) {
                assertThat(get(entrance, path).statusCode()).as(path).isEqualTo(200);
            }
        }
    }

    private static HttpResponse<String> get(URI entrance, String path) throws IOException, InterruptedException {
        String token = entrance.getQuery().substring("token=".length());
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(entrance.resolve(path))
                                .header("Authorization", "Bearer " + token)
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private Map<String, String> environment() {
        var variables = new HashMap<>(service.environment());
        variables.put("ROWAN_LANDSCAPE", url);
        return variables;
    }

    private void assertVerifies() throws Exception {
        Ended verified = rowan("verify", "latest");
        assertThat(verified.code()).as(verified.out()).isZero();
    }

    private static String expected() {
        return IntStream.rangeClosed(1, ROWS).mapToObj("""
                {"n":%1$d,"text":"message %1$d","said":"re: say message %1$d"}
                """::formatted).reduce("", String::concat);
    }

    private String output() throws IOException {
        return Files.readString(folder.resolve("output.jsonl"));
    }

    private long attempts(CallState state) {
        try (LandscapeReader reader = Landscapes.read(url, folder)) {
            return reader.runs()
                    .summary(reader.runs().resolve("latest"))
                    .calls()
                    .attempts()
                    .getOrDefault(state, 0L);
        }
    }

    private Ended rowan(String... args) throws Exception {
        return RowanProcess.run(folder, environment(), args);
    }
}
