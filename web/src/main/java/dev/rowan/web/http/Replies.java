package dev.rowan.web.http;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import dev.rowan.api.call.Payload;
import dev.rowan.json.JsonObject;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.LandscapeUnreachableException;
import dev.rowan.web.html.Html;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Puts answers on the wire, each with the headers that keep a page to itself.
final class Replies {
    private static final String HTML = "text/html; charset=utf-8";
    private static final String JSON = "application/json";

    /// When to ask again while the landscape cannot be reached.
    private static final String RETRY_AFTER_SECONDS = "5";

    /// Nothing from elsewhere, nothing inline, no frame around it.
    private static final Map<String, String> HEADERS = Map.of(
            "Content-Security-Policy",
            "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
                    + " object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
            "X-Content-Type-Options",
            "nosniff",
            "X-Frame-Options",
            "DENY",
            "Referrer-Policy",
            "no-referrer",
            "Cross-Origin-Opener-Policy",
            "same-origin",
            "Cross-Origin-Resource-Policy",
            "same-origin");

    private final ErrorPage pages;

    Replies(ErrorPage pages) {
        this.pages = pages;
    }

    void send(HttpExchange exchange, WebReply reply) throws IOException, InterruptedException {
        switch (reply) {
            case WebReply.Page(int status, Html html) -> whole(exchange, status, HTML, page(html));
            case WebReply.Json(int status, var value) -> whole(exchange, status, JSON, JsonObject.bytes(value));
            case WebReply.Whole(int status, String type, Payload body) -> whole(exchange, status, type, body.bytes());
            case WebReply.Elsewhere(String path, var headers) -> {
                headers.forEach(exchange.getResponseHeaders()::set);
                exchange.getResponseHeaders().set("Location", path);
                whole(exchange, 303, "text/plain; charset=utf-8", new byte[0]);
            }
            case WebReply.Stream stream -> stream(exchange, stream);
        }
    }

    WebReply signIn(boolean password, Optional<String> wrong) {
        return new WebReply.Page(wrong.isPresent() ? 401 : 200, pages.signIn(password, wrong));
    }

    void refuse(HttpExchange exchange, boolean api, WebRequestException refused) throws IOException {
        throwIfBegun(exchange, refused);
        sendError(exchange, api, refused.status(), refused.why());
    }

    /// Answers with an error. Messages of the landscape and of unreadable input are passed on; anything else is an
    /// internal error.
    void fail(HttpExchange exchange, boolean api, Throwable broken) throws IOException {
        throwIfBegun(exchange, broken);
        switch (broken) {
            case LandscapeUnreachableException down -> {
                exchange.getResponseHeaders().set("Retry-After", RETRY_AFTER_SECONDS);
                sendError(exchange, api, 503, String.valueOf(down.getMessage()));
            }
            case LandscapeException missing -> sendError(exchange, api, 404, String.valueOf(missing.getMessage()));
            case IOException unread -> sendError(exchange, api, 500, "cannot read: " + unread);
            default -> sendError(exchange, api, 500, "internal error: " + broken);
        }
    }

    private static void throwIfBegun(HttpExchange exchange, Throwable broken) throws IOException {
        if (exchange.getResponseCode() != -1) {
            throw new IOException("a response failed", broken);
        }
    }

    private void sendError(HttpExchange exchange, boolean api, int status, String why) throws IOException {
        if (api) {
            var error = new LinkedHashMap<String, Object>();
            error.put("error", why);
            error.put("status", status);
            whole(exchange, status, JSON, JsonObject.bytes(error));
        } else {
            whole(exchange, status, HTML, page(pages.error(status, why)));
        }
    }

    private static byte[] page(Html html) {
        String text = html.write();
        String start = text.startsWith("<html") ? "<!DOCTYPE html>\n" : "";
        return (start + text).getBytes(StandardCharsets.UTF_8);
    }

    private static void whole(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        headers(exchange, type);
        boolean none = exchange.getRequestMethod().equals("HEAD") || body.length == 0;
        exchange.sendResponseHeaders(status, none ? -1 : body.length);
        if (!none) {
            exchange.getResponseBody().write(body);
        }
    }

    private static void stream(HttpExchange exchange, WebReply.Stream stream) throws IOException, InterruptedException {
        if (exchange.getRequestMethod().equals("HEAD")) {
            begin(exchange, stream, -1);
            return;
        }
        var out = new LazyStream(() -> begin(exchange, stream, 0));
        stream.body().write(out);
        out.flush();
        out.close(); // only now: closing marks the body as complete
    }

    private static OutputStream begin(HttpExchange exchange, WebReply.Stream stream, int length) throws IOException {
        stream.headers().forEach(exchange.getResponseHeaders()::set);
        headers(exchange, stream.type());
        exchange.sendResponseHeaders(200, length);
        return exchange.getResponseBody();
    }

    private static void headers(HttpExchange exchange, String type) {
        Headers headers = exchange.getResponseHeaders();
        HEADERS.forEach(headers::set);
        headers.set("Content-Type", type);
        if (!headers.containsKey("Cache-Control")) {
            headers.set(
                    "Cache-Control",
                    exchange.getRequestURI().getPath().startsWith("/assets/") ? "no-cache" : "no-store");
        }
    }
}
