package dev.rowan.providers.http;

import dev.rowan.api.call.WireRequest;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;

/// The target of a connection: connections of one route are interchangeable.
record Route(boolean secure, String host, int port, Optional<Proxies.Proxy> proxy) {

    static Route of(WireRequest request, Proxies proxies) {
        URI uri = request.uri();
        String host = uri.getHost().toLowerCase(Locale.ROOT);
        int usual = request.isSecure() ? 443 : 80;
        int port = uri.getPort() < 0 ? usual : uri.getPort();
        return new Route(request.isSecure(), host, port, proxies.to(host, port));
    }

    /// Host and port, for a tunnel.
    String authority() {
        return host + ":" + port;
    }

    /// The host without IPv6 brackets.
    String plainHost() {
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }
}
