package dev.rowan.web.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.rowan.api.CallScope;
import dev.rowan.api.Time;
import dev.rowan.api.call.Payload;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The HTTP server: the JDK's, with one virtual thread per request.
///
/// Every request passes the [AccessGuard] before routing. Exceptions of handlers become error responses, unless the
/// response has started.
public final class WebServer implements AutoCloseable {
    private static final int BACKLOG = 256;

    /// The JDK's server writes head and body apart; without this the second waits 40 ms for the first to be
    /// acknowledged.
    private static final String NO_DELAY = "sun.net.httpserver.nodelay";

    private static final int MAX_BODY = 1 << 20;

    /// Routes without token; they reveal nothing about rows.
    private static final Set<String> OPEN = Set.of("/healthz", "/metrics", "/login");

    private final HttpServer server;
    private final CallScope scope;
    private final WebAccess access;
    private final AccessGuard guard;
    private final Router router;
    private final Replies replies;

    private WebServer(HttpServer server, CallScope scope, WebAccess access, Router router, Replies replies, Time time) {
        this.server = server;
        this.scope = scope;
        this.access = access;
        this.router = router;
        this.replies = replies;
        this.guard = new AccessGuard(access, server.getAddress().getPort(), time);
    }

    /// Starts the server. `errors` renders error pages.
    public static WebServer start(WebAccess access, Router router, ErrorPage errors, Time time) throws IOException {
        System.setProperty(NO_DELAY, "true");
        var address = new InetSocketAddress(access.bind(), access.port());
        HttpServer server;
        if (access.tls().isPresent()) {
            HttpsServer secure = HttpsServer.create(address, BACKLOG);
            secure.setHttpsConfigurator(
                    new HttpsConfigurator(TlsFiles.context(access.tls().get())));
            server = secure;
        } else {
            server = HttpServer.create(address, BACKLOG);
        }
        CallScope scope = CallScope.open("web");
        var web = new WebServer(server, scope, access, router, new Replies(errors), time);
        server.createContext("/", web::handle);
        server.setExecutor(scope::start);
        server.start();
        return web;
    }

    /// The address without the token.
    public URI address() {
        String scheme = access.tls().isPresent() ? "https" : "http";
        String host = access.names().isEmpty() ? "127.0.0.1" : access.names().getFirst();
        return URI.create(scheme + "://" + host + ":" + server.getAddress().getPort());
    }

    /// The address to open in a browser: on loopback it holds the token.
    public URI entrance() {
        return access.password().isPresent() ? address() : URI.create(address() + "/login?token=" + access.token());
    }

    /// Throws when a response fails after it has started: the connection is then closed, so that the client
    /// notices.
    private void handle(HttpExchange exchange) throws IOException {
        boolean api = exchange.getRequestURI().getPath().startsWith("/api/");
        try {
            WebRequest request = read(exchange);
            replies.send(exchange, answer(request));
        } catch (WebRequestException refused) {
            replies.refuse(exchange, api, refused);
        } catch (IOException | RuntimeException | Error broken) {
            replies.fail(exchange, api, broken);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IOException("the server is stopping", stopped);
        }
        exchange.close();
    }

    private WebReply answer(WebRequest request) throws IOException, InterruptedException {
        boolean open = OPEN.contains(request.path()) || request.path().startsWith("/assets/");
        guard.check(request, open);
        if (request.path().equals("/login")) {
            return login(request);
        }
        Router.Match match = router.find(request);
        return match.handler().answer(match.request());
    }

    /// Lets a browser in: by the address with the token, or by a password from the form.
    private WebReply login(WebRequest request) {
        if (request.isRead() && request.query("token").isEmpty()) {
            return replies.signIn(access.password().isPresent(), Optional.empty());
        }
        boolean admitted = request.isRead()
                ? access.password().isEmpty() && guard.admits(request.query("token"), Optional.empty())
                : guard.admits(
                        Optional.empty(),
                        Optional.ofNullable(request.fields().get("password")).map(String::valueOf));
        return admitted
                ? new WebReply.Elsewhere("/", guard.welcome())
                : replies.signIn(access.password().isPresent(), Optional.of("Wrong password or token."));
    }

    private static WebRequest read(HttpExchange exchange) throws IOException {
        Map<String, String> headers = new HashMap<>();
        exchange.getRequestHeaders()
                .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values.getFirst()));
        byte[] body = exchange.getRequestBody().readNBytes(MAX_BODY + 1);
        if (body.length > MAX_BODY) {
            throw new WebRequestException(413, "a request may be at most " + MAX_BODY + " bytes");
        }
        URI uri = exchange.getRequestURI();
        return new WebRequest(
                exchange.getRequestMethod(),
                uri.getRawPath(),
                Map.of(),
                WebRequest.parameters(uri.getRawQuery()),
                headers,
                Payload.of(body));
    }

    @Override
    public void close() {
        server.stop(0);
        scope.close();
    }
}
