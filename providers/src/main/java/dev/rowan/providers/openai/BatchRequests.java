package dev.rowan.providers.openai;

import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.WireRequest;
import dev.rowan.providers.chat.ChatEndpoint;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/// Requests for files and batches.
record BatchRequests(ChatEndpoint endpoint, BatchDialect dialect) {
    /// The minimum timeout: Azure may take a minute for a create.
    private static final Duration STEP = Duration.ofMinutes(2);

    /// The same for a file, which may be large.
    private static final Duration TRANSFER = Duration.ofHours(1);

    private static final Headers JSON = Headers.of("Accept", "application/json");

    WireRequest get(String path) {
        return request("GET", path, "", JSON, Payload.empty(), STEP);
    }

    WireRequest get(String path, String query) {
        return request("GET", path, query, JSON, Payload.empty(), STEP);
    }

    WireRequest delete(String path) {
        return request("DELETE", path, "", JSON, Payload.empty(), STEP);
    }

    WireRequest post(String path) {
        return request("POST", path, "", JSON, Payload.empty(), STEP);
    }

    WireRequest post(String path, Payload json) {
        return request("POST", path, "", JSON.with("Content-Type", "application/json"), json, STEP);
    }

    /// The head of a request whose body is streamed.
    WireRequest upload(String path, String contentType) {
        return request("POST", path, "", JSON.with("Content-Type", contentType), Payload.empty(), TRANSFER);
    }

    /// A request with a streamed reply.
    WireRequest download(String path) {
        return request("GET", path, "", Headers.none(), Payload.empty(), TRANSFER);
    }

    private WireRequest request(
            String method, String path, String query, Headers headers, Payload body, Duration least) {
        String both = dialect.query().isEmpty() || query.isEmpty() ? "" : "&";
        String whole = dialect.query() + both + query;
        String base = endpoint.base().toString();
        String root = base.endsWith("/") ? base.substring(0, base.length() - 1) : base;
        return endpoint.extended(new WireRequest(
                method,
                URI.create(root + dialect.root() + path + (whole.isEmpty() ? "" : "?" + whole)),
                headers,
                List.of(dialect.credential().apply(endpoint)),
                body,
                endpoint.deadline().compareTo(least) < 0 ? least : endpoint.deadline()));
    }
}
