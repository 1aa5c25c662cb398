package dev.rowan.providers.http;

import java.net.InetAddress;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Facts about a host name without a DNS lookup.
public final class Hosts {
    private Hosts() {}

    /// The addresses of an IP literal or localhost.
    static Optional<List<InetAddress>> known(String host) {
        if (isLocalName(host)) {
            return Optional.of(List.of(InetAddress.ofLiteral("127.0.0.1"), InetAddress.ofLiteral("::1")));
        }
        return literal(host).map(List::of);
    }

    /// Whether a host is localhost, by name or address.
    public static boolean isLoopback(String host) {
        return isLocalName(host)
                || literal(host).filter(InetAddress::isLoopbackAddress).isPresent();
    }

    private static boolean isLocalName(String host) {
        String name = host.toLowerCase(Locale.ROOT);
        return name.equals("localhost") || name.endsWith(".localhost");
    }

    static Optional<InetAddress> literal(String host) {
        boolean bracketed = host.startsWith("[") && host.endsWith("]");
        try {
            return Optional.of(InetAddress.ofLiteral(bracketed ? host.substring(1, host.length() - 1) : host));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }
}
