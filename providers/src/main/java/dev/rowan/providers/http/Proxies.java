package dev.rowan.providers.http;

import dev.rowan.api.secret.Secret;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The proxy from the environment and its exceptions.
///
/// Only `HTTPS_PROXY` matters: plain http is for localhost, which is never proxied. The proxy resolves host names;
/// IP literals are still checked.
public record Proxies(Optional<Proxy> proxy, List<String> direct) {

    public Proxies {
        direct = List.copyOf(direct);
    }

    /// A tunnelling proxy, with the value of its `Proxy-Authorization` if any.
    public record Proxy(String host, int port, Optional<Secret> authorization) {}

    public static Proxies none() {
        return new Proxies(Optional.empty(), List.of());
    }

    /// Reads `HTTPS_PROXY` and `NO_PROXY`, lower case first as usual. The error message for an invalid proxy does
    /// not contain its password.
    public static Proxies of(Map<String, String> environment) {
        List<String> direct = variable(environment, "NO_PROXY").stream()
                .flatMap(text -> Stream.of(text.split(",")))
                .map(entry -> entry.strip().toLowerCase(Locale.ROOT))
                .filter(entry -> !entry.isEmpty())
                .toList();
        return new Proxies(variable(environment, "HTTPS_PROXY").map(Proxies::parse), direct);
    }

    private static Optional<String> variable(Map<String, String> environment, String name) {
        return Stream.of(name.toLowerCase(Locale.ROOT), name)
                .flatMap(each -> Optional.ofNullable(environment.get(each)).stream())
                .filter(text -> !text.isBlank())
                .findFirst();
    }

    private static Proxy parse(String text) {
        try {
            URI uri = new URI(text.contains("://") ? text.strip() : "http://" + text.strip());
            if (uri.getHost() != null && "http".equalsIgnoreCase(uri.getScheme())) {
                int port = uri.getPort() < 0 ? 80 : uri.getPort();
                return new Proxy(
                        uri.getHost(),
                        port,
                        Optional.ofNullable(uri.getUserInfo()).map(ProxyTunnel::authorization));
            }
        } catch (URISyntaxException _) {
            // rejected below, since the parser's message would show the password
        }
        throw new IllegalArgumentException("HTTPS_PROXY must be http://HOST:PORT or http://USER:PASSWORD@HOST:PORT");
    }

    /// The proxy for `host`, if any.
    Optional<Proxy> to(String host, int port) {
        return proxy.filter(_ -> !Hosts.isLoopback(host) && direct.stream().noneMatch(e -> names(e, host, port)));
    }

    /// Whether an entry of `NO_PROXY` matches: `*`, a domain with its subdomains, an address or a range.
    private static boolean names(String entry, String host, int port) {
        String name = host.toLowerCase(Locale.ROOT);
        String domain = entry.startsWith("*.") ? entry.substring(1) : entry;
        String suffix = domain.startsWith(".") ? domain : "." + domain;
        Optional<InetAddress> address = Hosts.literal(host);
        return entry.equals("*")
                || name.equals(domain)
                || (address.isEmpty() && name.endsWith(suffix))
                || entry.equals(name + ":" + port)
                || address.flatMap(a -> Subnet.parse(entry).filter(range -> range.contains(a)))
                        .isPresent();
    }
}
