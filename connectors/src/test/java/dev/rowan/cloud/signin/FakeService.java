package dev.rowan.cloud.signin;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/// A service on this machine that answers each request by a function, and keeps the requests.
final class FakeService implements AutoCloseable {
    private final HttpServer server;
    private final List<Request> requests = new CopyOnWriteArrayList<>();

    /// `headers` are in lower case, one line each.
    record Request(String line, String headers, String body) {}

    /// A status below 0 is a missing page.
    record Reply(int status, String body) {}

    FakeService(Function<Request, Reply> service) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            var headers = new StringBuilder();
            exchange.getRequestHeaders()
                    .forEach((name, values) -> headers.append(name.toLowerCase(Locale.ROOT))
                            .append(": ")
                            .append(values.getFirst())
                            .append('\n'));
            var request = new Request(
                    exchange.getRequestMethod() + " " + exchange.getRequestURI(),
                    headers.toString(),
                    new String(exchange.getRequestBody().readAllBytes(), UTF_8));
            requests.add(request);
            Reply reply = service.apply(request);
            byte[] body = reply.body().getBytes(UTF_8);
            exchange.sendResponseHeaders(reply.status(), body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    List<Request> requests() {
        return List.copyOf(requests);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
