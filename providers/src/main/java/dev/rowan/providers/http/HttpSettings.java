package dev.rowan.providers.http;

import java.time.Duration;
import javax.net.ssl.SSLContext;

/// Client settings: egress rules, proxies, TLS and limits.
///
/// `idle` is how long an unused connection is kept. `maxBody` is the maximum size of a reply in bytes.
public record HttpSettings(
        Egress egress, Proxies proxies, SSLContext tls, Duration connectLimit, Duration idle, int maxBody) {
    /// The default cap of a reply: 16 MiB.
    public static final int MAX_BODY = 16 * 1024 * 1024;

    public static HttpSettings of(Egress egress, Proxies proxies, SSLContext tls) {
        return new HttpSettings(egress, proxies, tls, Duration.ofSeconds(10), Duration.ofSeconds(30), MAX_BODY);
    }

    public HttpSettings withMaxBody(int bytes) {
        return new HttpSettings(egress, proxies, tls, connectLimit, idle, bytes);
    }
}
