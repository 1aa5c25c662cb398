package dev.rowan.connectors.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.rowan.api.config.ConfigException;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.plugin.Source;
import dev.rowan.api.plugin.Source.Item;
import dev.rowan.connectors.jsonl.JsonlSinkPlugin;
import dev.rowan.connectors.jsonl.JsonlSourcePlugin;
import dev.rowan.connectors.storage.Plugins;
import dev.rowan.connectors.storage.RangedInput;
import dev.rowan.connectors.storage.WireSetup;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A web server on this machine, with and without ranges.
class WebSourceTest {
    private static final byte[] LARGE = ("{\"text\":\"" + "x".repeat(88) + "\"}\n")
            .repeat(2 * RangedInput.PART / 100)
            .getBytes(UTF_8);

    private HttpServer server;
    private final List<String> authorizations = new CopyOnWriteArrayList<>();
    private byte[] content = LARGE;
    private String tag = "\"1\"";
    private String location = "";

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/ranged/", this::ranged);
        server.createContext("/whole/", exchange -> reply(exchange, 200, content));
        server.createContext("/moved", exchange -> {
            exchange.getResponseHeaders().add("Location", location);
            reply(exchange, 302, new byte[0]);
        });
        server.createContext("/denied", exchange -> {
            authorizations.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
            reply(exchange, 403, new byte[0]);
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void ranged(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().add("ETag", tag);
        String match = exchange.getRequestHeaders().getFirst("If-Match");
        if (match != null && !match.equals(tag)) {
            reply(exchange, 412, new byte[0]);
            return;
        }
        String[] range = exchange.getRequestHeaders()
                .getFirst("Range")
                .replace("bytes=", "")
                .split("-", -1);
        int from = Integer.parseInt(range[0]);
        int to = Math.min(content.length - 1, Integer.parseInt(range[1]));
        exchange.getResponseHeaders().add("Content-Range", "bytes " + from + "-" + to + "/" + content.length);
        reply(exchange, 206, Arrays.copyOfRange(content, from, to + 1));
    }

    private static void reply(HttpExchange exchange, int status, byte[] body) throws IOException {
        try (exchange) {
            exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
        }
    }

    @Test
    @Tag("slow")
    void readsInRangesAndFromACopy() throws Exception {
        for (String path : List.of("/ranged/x.jsonl?token=a", "/whole/x.jsonl")) {
            Source source = source(path);
            assertThat(Plugins.readAll(source)).hasSize(2 * RangedInput.PART / 100);
            assertThat(source.fingerprint().orElseThrow())
                    .startsWith(path.startsWith("/ranged") ? "etag:1,bytes:" : "sha256:");
            assertThat(source.describe()).doesNotContain("token");
        }
    }

    @Test
    void unpacksByTheEndOfThePath() throws Exception {
        var packed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(packed)) {
            gzip.write("{\"id\":1}\n".getBytes(UTF_8));
        }
        content = packed.toByteArray();
        assertThat(Plugins.readAll(source("/ranged/x.jsonl.gz?v=2")))
                .hasSize(1)
                .allMatch(Item.Record.class::isInstance);
    }

    @Test
    void stopsWhenTheFileChanges() throws Exception {
        try (Source source = source("/ranged/x.jsonl")) {
            source.open();
            tag = "\"2\"";
            assertThatThrownBy(() -> {
                        while (source.next().isPresent()) {}
                    })
                    .isInstanceOf(PluginException.class)
                    .hasMessageContaining("was changed or deleted while it was being read");
        }
    }

    @Test
    void followsAFewRedirects() throws Exception {
        location = "/ranged/x.jsonl";
        assertThat(Plugins.readAll(source("/moved/y.jsonl"))).hasSize(2 * RangedInput.PART / 100);
        location = "/moved/again";
        assertThatThrownBy(() -> Plugins.readAll(source("/moved")))
                .isInstanceOf(PluginException.class)
                .hasMessageContaining("redirects more than 5 times");
        location = "http://169.254.169.254/latest/meta-data/";
        assertThatThrownBy(() -> Plugins.readAll(source("/moved")))
                .isInstanceOf(PluginException.class)
                .hasMessageContaining("plain http is allowed to localhost only");
        location = "https://10.0.0.1/";
        assertThatThrownBy(() -> Plugins.readAll(source("/moved")))
                .isInstanceOf(PluginException.class)
                .hasMessageContaining("network.allow");
    }

    @Test
    void saysWhatIsWrong() throws Exception {
        assertThatThrownBy(() -> Plugins.readAll(source("/nothing.jsonl")))
                .isInstanceOf(PluginException.class)
                .hasMessageContaining("it does not exist (404); check 'path'");
        Source denied = Plugins.source(
                new JsonlSourcePlugin(),
                Map.of("path", address("/denied"), "storage", Map.of("bearer_token", "token-of-mine")),
                setup());
        assertThatThrownBy(() -> Plugins.readAll(denied))
                .isInstanceOf(PluginException.class)
                .hasMessageContaining("access is denied (403)");
        assertThat(authorizations).containsOnly("Bearer token-of-mine");
        assertThatThrownBy(() -> {
                    Sink sink = Plugins.sink(new JsonlSinkPlugin(), Map.of("path", address("/x")), setup());
                    sink.close();
                })
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("must name a storage that can be written");
    }

    private String address(String path) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + path;
    }

    private static WireSetup setup() {
        return WireSetup.of(Map.of());
    }

    private Source source(String path) throws Exception {
        return Plugins.source(new JsonlSourcePlugin(), Map.of("path", address(path)), setup());
    }
}
