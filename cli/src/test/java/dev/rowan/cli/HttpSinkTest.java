package dev.rowan.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The sink `http` by the whole program, against a real server.
@Timeout(120)
class HttpSinkTest extends ProgramFixture {
    private static final int ROWS = 30;

    private HttpServer server;
    private final Map<String, String> bodies = new ConcurrentSkipListMap<>();
    private final List<String> keys = new CopyOnWriteArrayList<>();
    private final List<String> signatures = new CopyOnWriteArrayList<>();
    private final AtomicInteger requests = new AtomicInteger();
    private volatile Script script = (_, _) -> 200;

    /// The status of a request, by its number and body.
    private interface Script {
        int status(int number, String body);
    }

    @BeforeEach
    void open() throws IOException {
        program.variable("HOOK_TOKEN", "token-of-the-hook").variable("HOOK_KEY", "signing-key-of-the-hook");
        var rows = new StringBuilder("id,text\n");
        IntStream.rangeClosed(1, ROWS)
                .forEach(n -> rows.append(n).append(",text ").append(n).append('\n'));
        program.write("rows.csv", rows.toString());
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::handle);
        server.start();
    }

    @AfterEach
    void close() {
        server.stop(0);
    }

    private void handle(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
        String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
        int status = script.status(requests.incrementAndGet(), body);
        keys.add(key);
        if (status == 200) {
            bodies.merge(key, body, (a, b) -> a.equals(b) ? a : "two bodies for one key");
            assertThat(exchange.getRequestHeaders().getFirst("Authorization")).isEqualTo("Bearer token-of-the-hook");
            signatures.add(key + " " + exchange.getRequestHeaders().getFirst("X-Rowan-Signature"));
        }
        byte[] reply = "{\"ok\":true}".getBytes(UTF_8);
        exchange.sendResponseHeaders(status, reply.length);
        exchange.getResponseBody().write(reply);
        exchange.close();
    }

    private void pipeline(String options) throws IOException {
        program.write("pipeline.yaml", """
                source: {plugin: csv, options: {path: rows.csv, id: id}}
                transforms: [{plugin: truncate, options: {fields: text, max_chars: 100}}]
                sinks:
                  output:
                    plugin: http
                    options: {url: "http://localhost:%d/hook", bearer_token: "${HOOK_TOKEN}", signing_key: "${HOOK_KEY}"%s}
                """.formatted(server.getAddress().getPort(), options));
    }

    @Test
    void sendsEachRowOnceWithItsKeyAndSignature() throws Exception {
        pipeline("");
        exits(0, "run", "pipeline.yaml", "-q");
        assertThat(bodies).hasSize(ROWS);
        assertThat(keys).hasSize(ROWS).allSatisfy(key -> assertThat(key).matches(".+-output-\\d+-0"));
        assertThat(bodies.values()).contains("{\"id\":\"7\",\"text\":\"text 7\"}");
        for (String signature : signatures) {
            String key = signature.substring(0, signature.indexOf(' '));
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec("signing-key-of-the-hook".getBytes(UTF_8), "HmacSHA256"));
            assertThat(signature)
                    .endsWith(" sha256="
                            + HexFormat.of().formatHex(mac.doFinal((key + "." + bodies.get(key)).getBytes(UTF_8))));
        }
        exits(12, "verify", "latest"); // intact, with no head beside a file
        assertThat(exits(0, "explain", "latest", "--row", "7").out()).doesNotContain("token-of-the-hook");
        assertThat(exits(0, "replay", "latest", "--json", "-q").json().get("equal"))
                .isEqualTo(true);
        assertThat(keys).as("a replay sends nothing").hasSize(ROWS);
    }

    @Test
    void sendsListsThatAreCutByCount() throws Exception {
        pipeline(", rows_per_request: 8");
        exits(0, "run", "pipeline.yaml", "-q");
        assertThat(bodies.keySet().stream().map(key -> key.replaceFirst(".*-output-", "")))
                .containsExactlyInAnyOrder("1-0-8-0", "9-0-16-0", "17-0-24-0", "25-0-30-0");
        exits(12, "verify", "latest"); // intact, with no head beside a file
    }

    @Test
    void retriesWhatMayPassAndRefusesWhatCannot() throws Exception {
        script = (number, body) -> body.contains("\"13\"") ? 422 : number % 4 == 0 ? 500 : 200;
        pipeline(", pool_size: 1, retry: {max_attempts: 5, initial_delay: 1ms}");
        exits(4, "run", "pipeline.yaml", "-q");
        assertThat(bodies).hasSize(ROWS - 1);
        assertThat(exits(0, "explain", "latest", "--row", "13").out()).contains("sink_refused", "422");
        exits(12, "verify", "latest"); // intact, with no head beside a file
    }

    @Test
    void refusedRowsGoToTheErrorSink() throws Exception {
        script = (_, body) -> body.contains("\"13\"") || body.contains("\"27\"") ? 422 : 200;
        pipeline(", rows_per_request: 4");
        Files.writeString(folder.resolve("pipeline.yaml"), """
                    on_error: refused
                  refused: {plugin: jsonl, options: {path: out/refused.jsonl}}
                """, StandardOpenOption.APPEND);
        exits(4, "run", "pipeline.yaml", "-q");
        List<String> refused = Files.readAllLines(folder.resolve("out/refused.jsonl"));
        assertThat(refused).hasSize(8);
        assertThat(refused.getFirst())
                .startsWith(
                        "{\"id\":\"13\",\"text\":\"text 13\",\"_error\":{\"node\":\"output\",\"reason\":\"sink_refused\",")
                .contains("\"message\":\"status 422: ", "\"status_code\":422", "\"row_seq\":13");
        assertThat(refused.getLast()).startsWith("{\"id\":\"28\",");
        exits(0, "verify", "latest");
        assertThat(exits(0, "explain", "latest", "--row", "13").out()).contains("sink_refused", "422");
        assertThat(exits(0, "rows", "latest", "--outcome", "failed").out()).contains("status 422");
        assertThat(exits(0, "replay", "latest", "--json", "-q").json().get("equal"))
                .isEqualTo(true);
        assertThat(exits(0, "graph", "pipeline.yaml").out()).contains("refused");
    }

    @Test
    void resumesWithTheSameKeysWhenTheServiceFailed() throws Exception {
        script = (_, body) -> body.contains("\"20\"") ? 500 : 200;
        pipeline(", pool_size: 2, retry: {max_attempts: 2, initial_delay: 1ms}");
        assertThat(exits(1, "run", "pipeline.yaml", "-q").err()).contains("did not accept a request", "resume the run");
        script = (_, _) -> 200;
        exits(0, "resume", "latest", "-q");
        assertThat(bodies).hasSize(ROWS).doesNotContainValue("two bodies for one key");
        assertThat(keys.stream().distinct()).hasSize(ROWS);
        exits(12, "verify", "latest"); // intact, with no head beside a file
    }
}
