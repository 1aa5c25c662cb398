package dev.rowan.providers.gemini;

import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.WireRequest;
import dev.rowan.providers.chat.Endpoint;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Optional;

/// Requests to Gemini's files and batches, all to the host that was set and none elsewhere.
record GeminiRequests(Endpoint endpoint) {
    private static final String VERSION = "v1beta";

    String version() {
        return endpoint.apiVersion().orElse(VERSION);
    }

    /// A request for `path`, which follows the base as it is.
    WireRequest of(String method, String path, Headers headers, Payload body) {
        return to(method, URI.create(endpoint.at("") + path), headers, body);
    }

    WireRequest get(String path) {
        return of("GET", path, Headers.none(), Payload.empty());
    }

    WireRequest postJson(String path, Payload body) {
        return of("POST", path, Headers.of("Content-Type", "application/json"), body);
    }

    private WireRequest to(String method, URI uri, Headers headers, Payload body) {
        return new WireRequest(
                method, uri, headers, List.of(endpoint.header("x-goog-api-key")), body, endpoint.deadline());
    }

    /// A request to an address that the service told. Only its path and query are taken: nothing goes to
    /// another host than the one that was set.
    Optional<WireRequest> at(String told, Headers headers) {
        try {
            URI uri = new URI(told);
            String path = Optional.ofNullable(uri.getRawPath()).orElse("");
            String query =
                    Optional.ofNullable(uri.getRawQuery()).map(q -> "?" + q).orElse("");
            String base = Optional.ofNullable(endpoint.at("").getRawPath()).orElse("");
            String below = !base.isEmpty() && path.startsWith(base) ? path.substring(base.length()) : path;
            return path.startsWith("/")
                    ? Optional.of(of("POST", below + query, headers, Payload.empty()))
                    : Optional.empty();
        } catch (URISyntaxException | IllegalArgumentException _) {
            return Optional.empty();
        }
    }
}
