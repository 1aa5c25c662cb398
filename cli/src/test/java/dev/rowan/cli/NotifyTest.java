package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.rowan.cli.Program.Ran;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `notify`: a real script and a real HTTP server receive the events of a run.
class NotifyTest {
    @TempDir
    private Path folder;

    private Program program;

    @BeforeEach
    void makeAFolder() throws IOException {
        program = new Program(folder);
    }

    private void pipeline(String notify) throws IOException {
        program.write("pipeline.yaml", Program.PIPELINE + "notify: " + notify + "\n");
    }

    /// A program in the pipeline's folder that records its notifications.
    private void script(String more) throws IOException {
        Path script = program.write("tell.sh", "#!/bin/sh\necho \"$ROWAN_EVENT\" >>told.txt\ncat >>told.txt\n" + more);
        assertThat(script.toFile().setExecutable(true)).isTrue();
    }

    @Test
    void notifiesACommandOfTheRunsEnd() throws IOException {
        script("");
        pipeline("{command: [./tell.sh]}");
        Ran ran = program.run("run", "pipeline.yaml");
        assertThat(ran.code()).as(ran.err()).isZero();
        List<String> notifications = Files.readAllLines(program.path("told.txt"));
        assertThat(notifications).hasSize(2);
        assertThat(notifications.getFirst()).isEqualTo("run_ended");
        assertThat(notifications.getLast())
                .contains("\"event\":\"run_ended\"", "\"status\":\"completed\"", "\"rows_read\":3", "\"run\":\"");
    }

    @Test
    void notifiesAUrlByPost() throws IOException {
        var bodies = new CopyOnWriteArrayList<String>();
        var server = server(200, bodies);
        try {
            pipeline("{url: \"http://127.0.0.1:" + server.getAddress().getPort() + "/hook/secret\"}");
            Ran ran = program.run("run", "pipeline.yaml", "--limit", "1");
            assertThat(ran.code()).isEqualTo(5);
            assertThat(ran.err()).doesNotContain("notification ");
            assertThat(bodies).singleElement().asString().contains("run_ended", "\"status\":\"limited\"");
        } finally {
            server.stop(0);
        }
    }

    private static HttpServer server(int status, List<String> bodies) throws IOException {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            bodies.add(exchange.getRequestMethod()
                    + exchange.getRequestHeaders().getFirst("X-Rowan-Event")
                    + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        server.start();
        return server;
    }

    @Test
    void neverFailsARunAndReportsTheErrorOnce() throws IOException {
        script("exit 7\n");
        pipeline("{command: [./tell.sh]}");
        Ran failing = program.run("run", "pipeline.yaml");
        assertThat(failing.code()).isZero();
        assertThat(failing.err())
                .containsOnlyOnce("notification 'run_ended' failed: './tell.sh' failed with exit code 7;");

        program.write("tell.sh", "#!/no/such/interpreter\n");
        Ran absent = program.run("run", "pipeline.yaml", "--overwrite");
        assertThat(absent.code()).isZero();
        assertThat(absent.err()).contains("'./tell.sh' could not be started");

        var server = server(500, new CopyOnWriteArrayList<>());
        try {
            pipeline("{url: \"http://127.0.0.1:" + server.getAddress().getPort() + "/hook/secret\"}");
            Ran refused = program.run("run", "pipeline.yaml", "--overwrite");
            assertThat(refused.code()).isZero();
            assertThat(refused.err())
                    .contains("127.0.0.1 answered with status 500, not 2xx")
                    .doesNotContain("secret");
        } finally {
            server.stop(0);
        }
    }

    @Test
    void sendsNothingToAPrivateAddressThatIsNotAllowed() throws IOException {
        pipeline("{url: \"https://10.1.2.3/hook\"}");
        Ran ran = program.run("run", "pipeline.yaml");
        assertThat(ran.code()).isZero();
        assertThat(ran.err()).contains("nothing was sent to 10.1.2.3: forbidden");
    }

    @Test
    void namesWhatIsWrongInItsSettings() throws IOException {
        pipeline("{command: [./tell.sh], url: \"https://example.com\"}");
        assertThat(program.run("validate", "pipeline.yaml").err()).contains("exactly one of them");
        pipeline("{}");
        assertThat(program.run("validate", "pipeline.yaml").err()).contains("notify", "exactly one of them");
        pipeline("{url: \"ftp://example.com\"}");
        assertThat(program.run("validate", "pipeline.yaml").err()).contains("must be a full https URL");
    }
}
