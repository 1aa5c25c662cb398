package dev.rowan.providers.chat;

import dev.rowan.api.call.Credential;
import dev.rowan.api.call.RequestSigner;
import dev.rowan.api.call.WireRequest;
import dev.rowan.api.secret.Secret;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// A provider's API: base URL, key, version and timeout.
///
/// Thread-safe. Shared state: a cache of URIs.
public final class ChatEndpoint {
    private final URI base;
    private final Secret key;
    private final Optional<String> apiVersion;
    private final Duration deadline;
    private final ExtraHeaders extra;
    private final RequestSigner signer;
    private final Map<String, URI> addresses = new ConcurrentHashMap<>();

    public ChatEndpoint(URI base, Secret key, Optional<String> apiVersion, Duration deadline, ExtraHeaders extra) {
        this(base, key, apiVersion, deadline, extra, RequestSigner.NONE);
    }

    /// An API whose requests are signed when they are sent.
    public ChatEndpoint(
            URI base,
            Secret key,
            Optional<String> apiVersion,
            Duration deadline,
            ExtraHeaders extra,
            RequestSigner signer) {
        if (base.getHost() == null || base.getRawQuery() != null) {
            throw new IllegalArgumentException("an endpoint needs an absolute URI without a query, got " + base);
        }
        this.base = base;
        this.key = key;
        this.apiVersion = apiVersion;
        this.deadline = deadline;
        this.extra = extra;
        this.signer = signer;
    }

    /// The same service at another address.
    public ChatEndpoint at(URI other) {
        return new ChatEndpoint(other, key, apiVersion, deadline, extra, signer);
    }

    public URI base() {
        return base;
    }

    public Optional<String> apiVersion() {
        return apiVersion;
    }

    public Duration deadline() {
        return deadline;
    }

    /// `request` with the extra headers and the signer of this service.
    public WireRequest extended(WireRequest request) {
        return extra.addTo(request, base.getHost()).with(signer);
    }

    /// The URI of `path`, which starts with a slash and may end with a query, below the base.
    public URI at(String path) {
        return addresses.computeIfAbsent(path, this::below);
    }

    private URI below(String path) {
        String text = base.toString();
        return URI.create((text.endsWith("/") ? text.substring(0, text.length() - 1) : text) + path);
    }

    /// `name` encoded as a path segment.
    public static String part(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    }

    public Credential bearer() {
        return Credential.bearer(base.getHost(), key);
    }

    public Credential header(String name) {
        return Credential.header(base.getHost(), name, key);
    }
}
