package dev.rowan.providers.http;

import java.time.Duration;
import javax.net.ssl.SSLContext;

/// How the client connects: the rules for outgoing traffic, the proxies, whom TLS trusts, and the limits.
///
/// `idle` is how long an unused connection is kept. `maxBody` is the most that is read of a reply, in bytes.
public record HttpSettings(
        Egress egress, Proxies proxies, SSLContext tls, Duration connectLimit, Duration idle, int maxBody) {
    /// The cap of a reply: 16 MiB.
    public static final int MAX_BODY = 16 * 1024 * 1024;

    public static HttpSettings of(Egress egress, Proxies proxies, SSLContext tls) {
        return new HttpSettings(egress, proxies, tls, Duration.ofSeconds(10), Duration.ofSeconds(30), MAX_BODY);
    }

    public HttpSettings withMaxBody(int bytes) {
        return new HttpSettings(egress, proxies, tls, connectLimit, idle, bytes);
    }
}
