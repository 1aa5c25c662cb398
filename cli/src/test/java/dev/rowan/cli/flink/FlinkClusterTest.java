package dev.rowan.cli.flink;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.rowan.api.Time;
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
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlinkClusterTest {
    @TempDir
    private Path folder;

    private HttpServer server;

    /// A cluster that takes a job and knows nothing of it afterwards, as one whose JobManager was restarted.
    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/overview", exchange -> answer(exchange, 200, "{\"slots-available\":1}"));
        server.createContext("/jobs/overview", exchange -> answer(exchange, 200, "{\"jobs\":[]}"));
        server.createContext("/jars/upload", exchange -> answer(exchange, 200, "{\"filename\":\"/tmp/x_job.jar\"}"));
        server.createContext("/jars/x_job.jar/run", exchange -> answer(exchange, 200, "{\"jobid\":\"j1\"}"));
        server.createContext("/", exchange -> answer(exchange, 404, "{\"errors\":[\"Job j1 not found\"]}"));
        server.start();
        Files.writeString(folder.resolve("rowan-flink.jar"), "a jar");
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(status, body.length());
            exchange.getResponseBody().write(body.getBytes(UTF_8));
        }
    }

    /// Time that passes only by sleeping, which takes none.
    private static final class SleepingTime implements Time {
        private Duration passed = Duration.ZERO;

        @Override
        public Instant instant() {
            return Instant.EPOCH.plus(passed);
        }

        @Override
        public long nanos() {
            return passed.toNanos();
        }

        @Override
        public void sleep(Duration duration) {
            passed = passed.plus(duration);
        }
    }

    @Test
    void aJobThatItsClusterHasLostIsToBeResumed() {
        var address = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        var cluster = new FlinkCluster(address, new FlinkHome(folder), new SleepingTime());

        assertThatThrownBy(() ->
                        cluster.run(new SplitJob("r", 1, new SplitPlan(List.of()), Duration.ofMinutes(20)), () -> true))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("has not reported the state of job j1 for 60 s")
                .hasMessageContaining("Job j1 not found")
                .hasMessageContaining("check the JobManager, then resume the run");
    }
}
