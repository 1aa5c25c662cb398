package dev.rowan.api.call;

import java.net.URI;
import java.time.Duration;
import java.util.List;

/// A request, complete except for what the client adds: host, length and connection headers.
///
/// `deadline` bounds the whole exchange, from the DNS lookup to the last byte of the reply. Secrets are in
/// `credentials` only, so that everything else can be recorded. `signer` completes it when it is sent.
public record WireRequest(
        String method,
        URI uri,
        Headers headers,
        List<Credential> credentials,
        Payload body,
        Duration deadline,
        RequestSigner signer) {

    private static final Headers JSON = json(Headers.none());

    public WireRequest {
        credentials = List.copyOf(credentials);
        if (!HeaderRules.isName(method)) {
            throw new IllegalArgumentException("a request needs a method, got '" + method + "'");
        }
        if (uri.getHost() == null || uri.getUserInfo() != null || uri.getRawFragment() != null) {
            throw new IllegalArgumentException(
                    "a request needs an absolute URI without user info and fragment, got " + withoutUser(uri));
        }
        if (!isHttp(uri)) {
            throw new IllegalArgumentException("a request needs http or https, got " + uri);
        }
        if (!deadline.isPositive()) {
            throw new IllegalArgumentException("a request needs a deadline above zero, got " + deadline);
        }
        headers.fields().forEach(field -> HeaderRules.check(field.name(), field.value()));
    }

    /// A request that is sent as it is.
    public WireRequest(
            String method, URI uri, Headers headers, List<Credential> credentials, Payload body, Duration deadline) {
        this(method, uri, headers, credentials, body, deadline, RequestSigner.NONE);
    }

    /// The same with other headers and credentials.
    public WireRequest with(Headers otherHeaders, List<Credential> otherCredentials) {
        return new WireRequest(method, uri, otherHeaders, otherCredentials, body, deadline, signer);
    }

    /// The same, signed by `other` when it is sent.
    public WireRequest with(RequestSigner other) {
        return new WireRequest(method, uri, headers, credentials, body, deadline, other);
    }

    private static boolean isHttp(URI uri) {
        return "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
    }

    private static String withoutUser(URI uri) {
        return uri.getScheme() + "://" + uri.getHost() + uri.getRawPath();
    }

    /// A POST request with a JSON body.
    public static WireRequest postJson(
            URI uri, Headers headers, Credential credential, Payload body, Duration deadline) {
        return new WireRequest(
                "POST", uri, headers.fields().isEmpty() ? JSON : json(headers), List.of(credential), body, deadline);
    }

    private static Headers json(Headers headers) {
        return headers.with("Content-Type", "application/json").with("Accept", "application/json");
    }

    public boolean isSecure() {
        return "https".equalsIgnoreCase(uri.getScheme());
    }
}
