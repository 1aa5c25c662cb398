package dev.rowan.providers.http;

import dev.rowan.api.SystemTime;
import dev.rowan.api.Time;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.WireRequest;
import java.net.URI;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;

/// Clients and requests for the tests of this package.
final class Clients {
    static final Duration LIMIT = Duration.ofSeconds(60);

    private Clients() {}

    static HttpSettings settings() {
        try {
            return HttpSettings.of(Egress.allowing(List.of()), Proxies.none(), SSLContext.getDefault());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    static AuditedClient open() {
        return AuditedClient.open(settings(), new SystemTime());
    }

    static AuditedClient open(Time time) {
        return AuditedClient.open(settings(), time);
    }

    static WireRequest post(URI uri, String body) {
        return new WireRequest("POST", uri, Headers.of("X-Test", "1"), List.of(), Payload.utf8(body), LIMIT);
    }
}
