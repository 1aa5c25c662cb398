package dev.rowan.providers.http;

import dev.rowan.api.call.Credential;
import dev.rowan.api.call.WireRequest;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Egress rules: https, or http to localhost; private, link-local and metadata addresses only if allowed; a
/// credential only to its own host.
///
/// Allowed are host names, addresses and ranges. A name is resolved once, and the checked address is the one
/// connected to, which prevents DNS rebinding.
public final class Egress {
    /// Not public: this network, private use, carrier-grade NAT, link-local, protocol assignments, test nets,
    /// multicast, reserved; and Azure's host address.
    private static final List<Subnet> GUARDED = List.of(
            Subnet.of("0.0.0.0/8"),
            Subnet.of("10.0.0.0/8"),
            Subnet.of("100.64.0.0/10"),
            Subnet.of("127.0.0.0/8"),
            Subnet.of("169.254.0.0/16"),
            Subnet.of("172.16.0.0/12"),
            Subnet.of("192.0.0.0/24"),
            Subnet.of("192.168.0.0/16"),
            Subnet.of("198.18.0.0/15"),
            Subnet.of("224.0.0.0/3"),
            Subnet.of("168.63.129.16"),
            Subnet.of("::/128"),
            Subnet.of("::1/128"),
            Subnet.of("64:ff9b::/96"),
            Subnet.of("64:ff9b:1::/48"),
            Subnet.of("2002::/16"),
            Subnet.of("fc00::/7"),
            Subnet.of("fe80::/10"),
            Subnet.of("fec0::/10"),
            Subnet.of("ff00::/8"));

    /// The metadata services: AWS, Azure and Google; ECS; EKS.
    private static final List<String> METADATA =
            List.of("169.254.169.254", "metadata.google.internal", "169.254.170.2", "169.254.170.23", "fd00:ec2::23");

    private final boolean metadata;
    private final Set<String> names = new TreeSet<>();
    private final List<Subnet> ranges = new ArrayList<>();

    private Egress(List<String> allowed, boolean metadata) {
        this.metadata = metadata;
        for (String entry : allowed) {
            Subnet.parse(entry).ifPresentOrElse(ranges::add, () -> names.add(entry.toLowerCase(Locale.ROOT)));
        }
    }

    /// Rules with the given private hosts, addresses and ranges allowed.
    public static Egress allowing(List<String> allowed) {
        return new Egress(allowed, false);
    }

    /// Rules for signing in: plain http to metadata services and localhost, and nothing else.
    static Egress metadata() {
        return new Egress(METADATA, true);
    }

    /// Why `request` must not be sent, whatever its host's addresses are.
    Optional<String> refusal(WireRequest request) {
        String host = request.uri().getHost();
        if (metadata) {
            return Hosts.isLoopback(host) || METADATA.contains(unbracketed(host))
                    ? Optional.empty()
                    : Optional.of(host + " is not a metadata service");
        }
        if (!request.isSecure() && !Hosts.isLoopback(host)) {
            return Optional.of("plain http is allowed to localhost only, got http to " + host);
        }
        for (Credential credential : request.credentials()) {
            if (!credential.isFor(host)) {
                return Optional.of(credential.secret().origin() + " is for " + credential.host() + ", not for " + host);
            }
        }
        return Optional.empty();
    }

    private static String unbracketed(String host) {
        return host.toLowerCase(Locale.ROOT).replace("[", "").replace("]", "");
    }

    /// Why rows must not name `host`, whatever its addresses are: localhost, too, must be allowed.
    Optional<String> refusalToRows(String host) {
        boolean fine = !Hosts.isLoopback(host)
                || names.contains(host.toLowerCase(Locale.ROOT))
                || Hosts.known(host).stream()
                        .flatMap(List::stream)
                        .anyMatch(address -> ranges.stream().anyMatch(range -> range.contains(address)));
        return fine
                ? Optional.empty()
                : Optional.of(host + " is this machine; add it to network.allow if rows may name it");
    }

    /// Why `host` must not be reached at `address`.
    Optional<String> refusal(String host, InetAddress address) {
        boolean fine = GUARDED.stream().noneMatch(range -> range.contains(address))
                || (address.isLoopbackAddress() && Hosts.isLoopback(host))
                || names.contains(host.toLowerCase(Locale.ROOT))
                || ranges.stream().anyMatch(range -> range.contains(address));
        return fine
                ? Optional.empty()
                : Optional.of(host + " is at the private address " + address.getHostAddress()
                        + "; add it to network.allow if this is intended");
    }
}
