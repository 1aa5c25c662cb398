package dev.rowan.providers.gemini;

import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.WireRequest;
import dev.rowan.providers.chat.ChatEndpoint;
import dev.rowan.providers.service.StepTime;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Optional;

/// Requests for Gemini's files and batches, all to the configured host.
record GeminiRequests(ChatEndpoint endpoint) {
    private static final String VERSION = "v1beta";
    private static final Headers JSON = Headers.of("Content-Type", "application/json");

    String version() {
        return endpoint.apiVersion().orElse(VERSION);
    }

    /// A request for `path`, appended to the base unchanged.
    WireRequest of(String method, String path, Headers headers, Payload body) {
        return of(method, path, headers, body, StepTime.STEP);
    }

    private WireRequest of(String method, String path, Headers headers, Payload body, StepTime time) {
        return endpoint.extended(new WireRequest(
                method,
                URI.create(endpoint.at("") + path),
                headers,
                List.of(endpoint.header("x-goog-api-key")),
                body,
                time.at(endpoint)));
    }

    /// A request whose reply may be large.
    WireRequest getLarge(String path) {
        return of("GET", path, Headers.none(), Payload.empty(), StepTime.TRANSFER);
    }

    /// A request whose body is in a file.
    WireRequest postLarge(String path) {
        return of("POST", path, JSON, Payload.empty(), StepTime.TRANSFER);
    }

    /// A request without a body.
    WireRequest of(String method, String path) {
        return of(method, path, Headers.none(), Payload.empty());
    }

    WireRequest get(String path) {
        return of("GET", path, Headers.none(), Payload.empty());
    }

    WireRequest postJson(String path, Payload body) {
        return of("POST", path, JSON, body);
    }

    /// A request to a URL from the service's reply. Only its path and query are used: nothing is sent to another
    /// host.
    Optional<WireRequest> at(String told, Headers headers) {
        try {
            URI uri = new URI(told);
            String path = Optional.ofNullable(uri.getRawPath()).orElse("");
            String query =
                    Optional.ofNullable(uri.getRawQuery()).map(q -> "?" + q).orElse("");
            String base = Optional.ofNullable(endpoint.at("").getRawPath()).orElse("");
            String below = !base.isEmpty() && path.startsWith(base) ? path.substring(base.length()) : path;
            return path.startsWith("/")
                    ? Optional.of(of("POST", below + query, headers, Payload.empty(), StepTime.TRANSFER))
                    : Optional.empty();
        } catch (URISyntaxException | IllegalArgumentException _) {
            return Optional.empty();
        }
    }
}
