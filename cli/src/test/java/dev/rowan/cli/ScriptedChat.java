package dev.rowan.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.rowan.json.RowJson;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// A chat service on loopback whose replies are scripted by the request's body and how often it came.
final class ScriptedChat implements AutoCloseable {
    /// A reply; status 0 closes the connection without one.
    record Reply(int status, String body) {
        static final Reply NONE = new Reply(0, "");
    }

    /// Scripts the reply to a body that was sent for the `time`th time.
    interface Script {
        Reply reply(String body, int time);
    }

    private final ExecutorService handlers = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<String, Integer> times = new ConcurrentHashMap<>();
    private final HttpServer server;
    private final Script script;

    ScriptedChat(Script script) throws IOException {
        this.script = script;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 64);
        server.createContext("/", this::handle);
        server.setExecutor(handlers);
        server.start();
    }

    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String request = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
            Reply reply = script.reply(request, times.merge(request, 1, Integer::sum));
            if (reply.equals(Reply.NONE)) {
                return;
            }
            byte[] body = reply.body().getBytes(UTF_8);
            exchange.getResponseHeaders().set("content-type", "application/json");
            exchange.sendResponseHeaders(reply.status(), body.length);
            exchange.getResponseBody().write(body);
        }
    }

    /// An answer that used 100 tokens and 10.
    static Reply answer(String content) {
        Map<String, Object> message = Map.of("role", "assistant", "content", content);
        return new Reply(
                200,
                json(Map.of(
                        "id",
                        "c-1",
                        "object",
                        "chat.completion",
                        "model",
                        "own",
                        "choices",
                        List.of(Map.of("index", 0L, "message", message, "finish_reason", "stop")),
                        "usage",
                        Map.of("prompt_tokens", 100L, "completion_tokens", 10L, "total_tokens", 110L))));
    }

    static Reply error(int status, String code, String message) {
        return new Reply(status, json(Map.of("error", Map.of("code", code, "message", message))));
    }

    private static String json(Map<String, ?> values) {
        return new String(RowJson.writeValue(values), UTF_8);
    }

    @Override
    public void close() {
        server.stop(0);
        handlers.shutdownNow();
    }
}
