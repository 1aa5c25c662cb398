package dev.rowan.testkit.server;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Passes requests on to a server, but answers some of them itself, as a service that rejects them.
///
/// Shared state: the rule, in a volatile.
public final class FaultyProxy implements AutoCloseable {
    /// Headers of a connection, which are not passed on.
    private static final Set<String> OF_CONNECTION =
            Set.of("host", "connection", "content-length", "transfer-encoding", "expect", "upgrade", "keep-alive");

    private final HttpServer server;
    private final HttpClient client = HttpClient.newHttpClient();
    private final URI target;
    private volatile Rule rule = (_, _) -> Optional.empty();

    /// An answer of the proxy's own.
    public record Fault(int status, Map<String, String> headers, String body) {}

    /// Which requests get an answer of the proxy's own.
    public interface Rule {
        Optional<Fault> answer(String method, URI path);
    }

    private FaultyProxy(HttpServer server, URI target) {
        this.server = server;
        this.target = target;
    }

    public static FaultyProxy start(URI target) throws IOException {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        var proxy = new FaultyProxy(server, target);
        server.createContext("/", proxy::handle);
        server.start();
        return proxy;
    }

    public URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    public void answer(Rule given) {
        rule = given;
    }

    /// Passes every request on.
    public void passAll() {
        rule = (_, _) -> Optional.empty();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            Optional<Fault> fault = rule.answer(exchange.getRequestMethod(), exchange.getRequestURI());
            if (fault.isPresent()) {
                fault.get()
                        .headers()
                        .forEach((name, value) -> exchange.getResponseHeaders().set(name, value));
                reply(exchange, fault.get().status(), fault.get().body().getBytes(StandardCharsets.UTF_8));
            } else {
                pass(exchange, body);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void pass(HttpExchange exchange, byte[] body) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(
                        URI.create(target + exchange.getRequestURI().toString()))
                .method(exchange.getRequestMethod(), HttpRequest.BodyPublishers.ofByteArray(body));
        exchange.getRequestHeaders().forEach((name, values) -> {
            if (isPassed(name)) {
                values.forEach(value -> request.header(name, value));
            }
        });
        HttpResponse<byte[]> reply = client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        reply.headers().map().forEach((name, values) -> {
            if (isPassed(name)) {
                values.forEach(value -> exchange.getResponseHeaders().add(name, value));
            }
        });
        if (exchange.getRequestMethod().equals("HEAD")) {
            reply.headers()
                    .firstValue("content-length")
                    .ifPresent(length -> exchange.getResponseHeaders().set("Content-Length", length));
        }
        reply(exchange, reply.statusCode(), reply.body());
    }

    private static boolean isPassed(String header) {
        return !header.startsWith(":") && !OF_CONNECTION.contains(header.toLowerCase(Locale.ROOT));
    }

    private static void reply(HttpExchange exchange, int status, byte[] body) throws IOException {
        boolean empty = body.length == 0 || exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(status, empty ? -1 : body.length);
        if (!empty) {
            exchange.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        client.close();
    }
}
