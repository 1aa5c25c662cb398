package dev.rowan.browser;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.rowan.api.Row;
import dev.rowan.json.RowJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// An OpenAI-like service that answers with hostile values: `ask N` returns value N as text and model name, `fail
/// N` an error with value N. Other requests are counted as requests to a foreign server.
final class HostileService implements AutoCloseable {
    private static final Pattern ASKED = Pattern.compile("(ask|fail) (\\d+)");

    private final HttpServer server;
    private final AtomicInteger strays = new AtomicInteger();
    private volatile List<String> values = List.of();

    private HostileService(HttpServer server) {
        this.server = server;
    }

    static HostileService start() {
        try {
            var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 64);
            var service = new HostileService(server);
            server.createContext("/", service::answer);
            server.start();
            return service;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    void answerWith(List<String> hostile) {
        values = List.copyOf(hostile);
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /// The number of foreign requests.
    int strays() {
        return strays.get();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
            Matcher asked = ASKED.matcher(body);
            if (!exchange.getRequestURI().getPath().endsWith("/chat/completions") || !asked.find()) {
                strays.incrementAndGet();
                exchange.sendResponseHeaders(404, -1);
                return;
            }
            String value = values.get(Integer.parseInt(asked.group(2)));
            boolean fails = asked.group(1).equals("fail");
            byte[] reply = RowJson.write(Row.of(fails ? error(value) : completion(value)));
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(fails ? 400 : 200, reply.length);
            exchange.getResponseBody().write(reply);
        }
    }

    private static Map<String, @Nullable Object> error(String value) {
        return one("error", Map.of("message", value, "type", value, "code", "bad"));
    }

    private static Map<String, @Nullable Object> completion(String value) {
        Map<String, @Nullable Object> reply = one("id", "chatcmpl-1");
        reply.put("object", "chat.completion");
        reply.put("created", 1);
        reply.put("model", value);
        reply.put(
                "choices",
                List.of(Map.of(
                        "index",
                        0,
                        "finish_reason",
                        "stop",
                        "message",
                        Map.of("role", "assistant", "content", value))));
        reply.put("usage", Map.of("prompt_tokens", 3, "completion_tokens", 3, "total_tokens", 6));
        return reply;
    }

    private static Map<String, @Nullable Object> one(String name, Object value) {
        var map = new LinkedHashMap<String, @Nullable Object>();
        map.put(name, value);
        return map;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
