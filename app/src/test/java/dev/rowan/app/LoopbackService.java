package dev.rowan.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/// A chat service on loopback whose port can be closed and opened again. It answers each prompt with `re: ` and the
/// prompt, unless its script has another reply.
final class LoopbackService implements AutoCloseable {
    private final int port;
    private final ExecutorService handlers = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private volatile Function<Request, Reply> script = LoopbackService::answer;
    private HttpServer server;

    /// A request by its model and its prompt.
    record Request(String model, String prompt) {}

    record Reply(int status, String body) {
        /// The connection is closed without a reply.
        static final Reply NONE = new Reply(0, "");
    }

    private LoopbackService(int port) throws IOException {
        this.port = port;
        this.server = listen();
    }

    static LoopbackService start() throws IOException {
        return new LoopbackService(freePort());
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private HttpServer listen() throws IOException {
        var listening = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 64);
        listening.createContext("/", this::handle);
        listening.setExecutor(handlers);
        listening.start();
        return listening;
    }

    Map<String, String> environment() {
        return Map.of("OPENAI_BASE_URL", "http://127.0.0.1:" + port + "/v1", "OPENAI_API_KEY", "a-key-of-the-service");
    }

    void script(Function<Request, Reply> replies) {
        script = replies;
    }

    /// All requests that arrived, whatever came of them.
    List<Request> requests() {
        return requests;
    }

    /// Closes the port and all connections.
    void closePort() {
        server.stop(0);
    }

    void openPort() throws IOException {
        server = listen();
    }

    static Reply answer(Request request) {
        Map<String, Object> message = Map.of("role", "assistant", "content", "re: " + request.prompt());
        return new Reply(
                200,
                json(Map.of(
                        "id",
                        "c-1",
                        "object",
                        "chat.completion",
                        "model",
                        request.model(),
                        "choices",
                        List.of(Map.of("index", 0L, "message", message, "finish_reason", "stop")),
                        "usage",
                        Map.of("prompt_tokens", 5L, "completion_tokens", 2L, "total_tokens", 7L))));
    }

    static Reply error(int status, String code, String message) {
        return new Reply(status, json(Map.of("error", Map.of("code", code, "message", message))));
    }

    private static String json(Map<String, ?> values) {
        return new String(RowJson.writeValue(values), UTF_8);
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Request request = read(exchange.getRequestBody().readAllBytes());
            requests.add(request);
            Reply reply = script.apply(request);
            if (reply.equals(Reply.NONE)) {
                return;
            }
            byte[] body = reply.body().getBytes(UTF_8);
            exchange.getResponseHeaders().set("content-type", "application/json");
            exchange.sendResponseHeaders(reply.status(), body.length);
            exchange.getResponseBody().write(body);
        } catch (JsonException wrong) {
            throw new IOException(wrong);
        }
    }

    private static Request read(byte[] body) throws JsonException {
        if (RowJson.readValue(body) instanceof Map<?, ?> map
                && map.get("messages") instanceof List<?> messages
                && messages.getLast() instanceof Map<?, ?> last) {
            return new Request(String.valueOf(map.get("model")), String.valueOf(last.get("content")));
        }
        throw new IllegalArgumentException("no chat request: " + new String(body, UTF_8));
    }

    @Override
    public void close() {
        server.stop(0);
        handlers.close();
    }
}
