package dev.rowan.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.rowan.cli.Program.Ran;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Attachments that rows name by URL, by the whole program against a real web server. Each of its replies differs, so
/// that a second download of an address would make another request to the model.
@Timeout(120)
@Tag("slow")
class UrlAttachmentsTest {
    private static final String PIXEL =
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

    @TempDir
    private Path folder;

    private Program program;
    private HttpServer server;
    private final List<String> requests = new CopyOnWriteArrayList<>();

    @BeforeEach
    void open() throws IOException {
        program = new Program(folder);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::handle);
        server.start();
    }

    @AfterEach
    void close() {
        server.stop(0);
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            requests.add(path);
            switch (path) {
                case "/pixel" -> reply(exchange, image());
                case "/note" -> reply(exchange, ("%PDF-1.4 version " + requests.size()).getBytes(UTF_8));
                case "/page" -> reply(exchange, "<html>no image</html>".getBytes(UTF_8));
                case "/moved" -> redirect(exchange, "/note");
                case "/inside" -> redirect(exchange, "http://127.0.0.2:" + port() + "/pixel");
                case "/loop" -> redirect(exchange, "/loop");
                case "/large" -> {
                    exchange.sendResponseHeaders(200, 60_000_000);
                    exchange.getResponseBody().write(new byte[100_000]);
                }
                default -> exchange.sendResponseHeaders(404, -1);
            }
        }
    }

    private byte[] image() throws IOException {
        return (new String(Base64.getDecoder().decode(PIXEL), ISO_8859_1) + requests.size()).getBytes(ISO_8859_1);
    }

    private static void reply(HttpExchange exchange, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "text/plain");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
    }

    private static void redirect(HttpExchange exchange, String to) throws IOException {
        exchange.getResponseHeaders().set("Location", to);
        exchange.sendResponseHeaders(302, -1);
    }

    private int port() {
        return server.getAddress().getPort();
    }

    private String url(String path) {
        return "http://127.0.0.1:" + port() + path;
    }

    private void rows(String... urls) throws IOException {
        var lines = new StringBuilder();
        for (int i = 0; i < urls.length; i++) {
            lines.append("{\"id\":%d,\"url\":\"%s\"}\n".formatted(i + 1, urls[i]));
        }
        program.write("rows.jsonl", lines.toString());
    }

    private void pipeline(String model, String more) throws IOException {
        program.write(
                "pipeline.yaml", """
                network: {allow: [127.0.0.1]}
                source: {plugin: jsonl, options: {path: rows.jsonl}}
                transforms:
                  - plugin: llm
                    options:
                      %s
                      user_prompt_template: "Describe the image of row {{ id }}."
                      attachments: [{field: url, fetch: true}]
                      output_key: description
                      on_error: failed
                      %s
                sinks:
                  output: {plugin: jsonl, options: {path: out/output.jsonl}}
                  failed: {plugin: jsonl, options: {path: out/failed.jsonl}}
                """.formatted(model.replaceAll("[{}]", "").replace(", ", "\n      "), more));
    }

    private Ran exits(int code, String... arguments) {
        Ran ran = program.run(arguments);
        assertThat(ran.code())
                .as(String.join(" ", arguments) + "\n" + ran.out() + ran.err())
                .isEqualTo(code);
        return ran;
    }

    private List<String> contents() throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve("artifacts"))) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> String.valueOf(file.getParent()).endsWith("attachments"))
                    .map(file -> file.getFileName().toString())
                    .toList();
        }
    }

    /// Two contents for three rows, recorded by hash and address; the replay does not ask the server again.
    private void checkRun() throws Exception {
        assertThat(Files.readAllLines(folder.resolve("out/output.jsonl"))).hasSize(3);
        assertThat(contents()).hasSize(2);
        exits(0, "verify", "latest");
        assertThat(exits(0, "explain", "latest", "--row", "2", "--full", "--requests")
                        .out())
                .contains("application/pdf " + url("/moved"))
                .contains("rowan-attachment:")
                .doesNotContain("signature=1");
        List<String> asked = List.copyOf(requests);
        assertThat(exits(0, "replay", "latest", "--json", "-q").json().get("equal"))
                .isEqualTo(true);
        assertThat(requests).isEqualTo(asked);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{model: openai/gpt-4o, base_url: simulator, api: responses}",
                "{model: openai/gpt-4o, base_url: simulator}",
                "{model: azure/vision, base_url: simulator}",
                "{model: anthropic/claude-sonnet-4-5, base_url: simulator}",
                "{model: gemini/gemini-2.5-flash, base_url: simulator}"
            })
    void sendsWhatUrlsLeadTo(String model) throws Exception {
        rows(url("/pixel"), url("/moved"), url("/pixel"), url("/missing"));
        pipeline(model, "pool_size: 2");
        exits(4, "run", "pipeline.yaml", "-q");
        assertThat(Files.readString(folder.resolve("out/failed.jsonl")))
                .contains("download_failed", url("/missing") + " cannot be downloaded: the server answered 404");
        checkRun();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{model: openai/gpt-4o, base_url: simulator}",
                "{model: azure/vision, base_url: simulator}",
                "{model: anthropic/claude-sonnet-4-5, base_url: simulator}",
                "{model: gemini/gemini-2.5-flash, base_url: simulator}"
            })
    void sendsItInBatches(String model) throws Exception {
        rows(url("/pixel"), url("/moved"), url("/pixel"));
        pipeline(model, "mode: batch\n      batch: {poll_interval: 1s, poll_max: 1s}");
        exits(0, "run", "pipeline.yaml", "-q");
        checkRun();
    }

    @Test
    void failsRowsWhoseUrlMayNotOrCannotBeDownloaded() throws Exception {
        rows(
                "http://127.0.0.2:" + port() + "/pixel",
                url("/inside"),
                url("/loop"),
                url("/large"),
                url("/page"),
                "file:///etc/passwd",
                "http://user:word@127.0.0.1/pixel",
                "http://10.1.2.3/pixel",
                "https://169.254.169.254/latest/meta-data");
        pipeline("model: simulator/chat", "pool_size: 2");
        exits(4, "run", "pipeline.yaml", "-q");
        assertThat(Files.readAllLines(folder.resolve("out/failed.jsonl")))
                .satisfiesExactly(
                        line -> assertThat(line).contains("download_failed", "127.0.0.2 is this machine"),
                        line -> assertThat(line).contains("download_failed", "127.0.0.2 is this machine"),
                        line -> assertThat(line).contains("download_failed", "redirects more than 5 times"),
                        line -> assertThat(line).contains("too_large", "more than 50,000,000 bytes"),
                        line -> assertThat(line).contains("unknown_media_type"),
                        line -> assertThat(line).contains("not_a_url"),
                        line -> assertThat(line).contains("not_a_url").doesNotContain("download_failed"),
                        line -> assertThat(line).contains("download_failed", "plain http"),
                        line -> assertThat(line).contains("download_failed", "network.allow"));
        assertThat(requests).doesNotContain("/pixel");
        assertThat(exits(0, "replay", "latest", "--json", "-q").json().get("equal"))
                .isEqualTo(true);
    }

    @Test
    void aChangedPromptGoesWithTheContentThatTheRunHas() throws Exception {
        rows(url("/pixel"), url("/pixel"), url("/note"));
        pipeline("model: simulator/chat", "pool_size: 1");
        exits(5, "run", "pipeline.yaml", "-q", "--limit", "1");
        Path file = folder.resolve("pipeline.yaml");
        program.write("pipeline.yaml", Files.readString(file).replace("Describe the image", "Name the colours"));
        assertThat(exits(1, "resume", "latest", "-q").err()).contains("transform 'llm': options", "--accept-change");
        exits(0, "resume", "latest", "-q", "--accept-change");
        assertThat(requests).as("each address once per run").containsExactly("/pixel", "/note");
        assertThat(contents()).hasSize(2);
        assertThat(Files.readAllLines(folder.resolve("out/output.jsonl"))).hasSize(3);
        exits(0, "verify", "latest");
        String first = exits(0, "explain", "latest", "--row", "1", "--full", "--requests")
                .out();
        String second = exits(0, "explain", "latest", "--row", "2", "--full", "--requests")
                .out();
        assertThat(first).contains("Describe the image").doesNotContain("Name the colours");
        assertThat(second).contains("Name the colours").doesNotContain("Describe the image");
        assertThat(attachment(second)).isEqualTo(attachment(first));
    }

    @Test
    void downloadsNothingOnceFetchIsTakenAway() throws Exception {
        rows(url("/pixel"), url("/note"));
        pipeline("model: simulator/chat", "pool_size: 1");
        exits(5, "run", "pipeline.yaml", "-q", "--limit", "1");
        Path file = folder.resolve("pipeline.yaml");
        program.write("pipeline.yaml", Files.readString(file).replace(", fetch: true", ""));
        exits(4, "resume", "latest", "-q", "--accept-change");
        assertThat(requests).containsExactly("/pixel");
        assertThat(Files.readString(folder.resolve("out/failed.jsonl"))).contains("\"id\":2", "not_base64");
        exits(0, "verify", "latest");
    }

    private static String attachment(String explained) {
        Matcher found = Pattern.compile("rowan-attachment:[0-9a-f]+").matcher(explained);
        assertThat(found.find()).as(explained).isTrue();
        return found.group();
    }

    @Test
    void purgeDeletesWhatNoOtherRowSent() throws Exception {
        rows(url("/pixel"), url("/moved"), url("/pixel"), url("/page"));
        pipeline("model: simulator/chat", "pool_size: 2");
        exits(4, "run", "pipeline.yaml", "-q");
        String run =
                String.valueOf(exits(0, "status", "latest", "--json").json().get("run"));
        assertThat(contents()).hasSize(3);
        assertThat(exits(0, "purge", "--run", run, "--row", "1", "--dry-run").out())
                .contains("2 files of batch jobs and attachments");
        exits(0, "purge", "--run", run, "--row", "1", "--yes");
        assertThat(contents()).as("row 3 sent the same image, nobody the page").hasSize(2);
        exits(0, "purge", "--run", run, "--row", "3", "--yes");
        assertThat(contents()).as("the document of row 2").hasSize(1);
        exits(0, "verify", "latest");
        exits(0, "purge", "--run", run, "--row", "2", "--yes");
        assertThat(folder.resolve("artifacts").resolve(run)).doesNotExist();
    }

    @Test
    void triesAgainIfAServerIsBusy() throws Exception {
        server.createContext("/busy", exchange -> {
            try (exchange) {
                requests.add("/busy");
                if (requests.size() < 2) {
                    exchange.sendResponseHeaders(503, -1);
                } else {
                    reply(exchange, image());
                }
            }
        });
        rows(url("/busy"));
        pipeline("model: simulator/chat", "pool_size: 2\n      retry: {initial_delay: 10ms}");
        exits(0, "run", "pipeline.yaml", "-q");
        assertThat(requests).containsExactly("/busy", "/busy");
    }

    @Test
    void estimatesWithoutDownloading() throws Exception {
        rows(url("/pixel"), url("/report.pdf"));
        pipeline("model: openai/gpt-4o\n      base_url: simulator", "pool_size: 2");
        String estimate = exits(0, "estimate", "pipeline.yaml", "--json").out();
        assertThat(estimate).containsPattern("\"input_tokens\":35\\d\\d");
        assertThat(exits(0, "preview", "pipeline.yaml").out()).contains("rowan-attachment:");
        assertThat(requests).isEmpty();
    }

    @Test
    void refusesAFieldThatWouldHoldUrlsAndPaths() throws Exception {
        rows(url("/pixel"));
        pipeline("model: simulator/chat", "pool_size: 2");
        Path file = folder.resolve("pipeline.yaml");
        Files.writeString(file, Files.readString(file).replace("fetch: true", "fetch: true, root: media"));
        assertThat(exits(1, "validate", "pipeline.yaml").err()).contains("fetch: must be absent with 'root'");
    }
}
