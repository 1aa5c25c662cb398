package dev.rowan.providers.http;

import dev.rowan.api.call.WireRequest;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;

/// Where a connection leads and which way it takes: connections of one route are alike.
record Route(boolean secure, String host, int port, Optional<Proxies.Proxy> proxy) {

    static Route of(WireRequest request, Proxies proxies) {
        URI uri = request.uri();
        String host = uri.getHost().toLowerCase(Locale.ROOT);
        int usual = request.isSecure() ? 443 : 80;
        int port = uri.getPort() < 0 ? usual : uri.getPort();
        return new Route(request.isSecure(), host, port, proxies.to(host, port));
    }

    /// Host and port, as a tunnel wants them.
    String authority() {
        return host + ":" + port;
    }

    /// The host without the brackets that an address of version 6 has in a URI.
    String plainHost() {
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }
}
