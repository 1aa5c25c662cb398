package dev.rowan.simulator.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/// One HTTP request, read whole: its line, its headers and its body.
public final class HttpRequest {
    private final String method;
    private final String path;
    private final String query;
    private final boolean keepAlive;
    private final List<Header> headers;
    private final byte[] body;

    HttpRequest(RequestHeader head, byte[] body) {
        int mark = head.target().indexOf('?');
        this.method = head.method();
        this.path = mark < 0 ? head.target() : head.target().substring(0, mark);
        this.query = mark < 0 ? "" : head.target().substring(mark + 1);
        this.keepAlive = head.keepAlive();
        this.headers = head.headers();
        this.body = body;
    }

    /// A request that was never sent over HTTP, such as a line of a batch.
    public static HttpRequest of(String method, String target, List<Header> headers) {
        return of(method, target, headers, new byte[0]);
    }

    /// The same with a body, which is not copied.
    public static HttpRequest of(String method, String target, List<Header> headers, byte[] body) {
        return new HttpRequest(new RequestHeader(method, target, true, headers), body);
    }

    public String method() {
        return method;
    }

    /// The raw path, without the query.
    public String path() {
        return path;
    }

    /// The value of the query parameter `name`, decoded.
    public Optional<String> query(String name) {
        for (String pair : query.split("&", -1)) {
            int equals = pair.indexOf('=');
            String key = equals < 0 ? pair : pair.substring(0, equals);
            if (key.equals(name)) {
                String value = equals < 0 ? "" : pair.substring(equals + 1);
                return Optional.of(URLDecoder.decode(value, StandardCharsets.UTF_8));
            }
        }
        return Optional.empty();
    }

    /// The raw query, without the question mark; empty if there is none.
    public String query() {
        return query;
    }

    /// The headers in the order in which they came.
    public List<Header> headers() {
        return headers;
    }

    /// The first header called `name`, which is in lower case.
    public Optional<String> header(String name) {
        return RequestHeader.find(headers, name);
    }

    /// The body, which is not copied; nobody changes it.
    public byte[] body() {
        return body;
    }

    boolean keepAlive() {
        return keepAlive;
    }
}
