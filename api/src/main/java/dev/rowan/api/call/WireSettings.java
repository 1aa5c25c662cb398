package dev.rowan.api.call;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// How a run's traffic leaves. `allow` lists private hosts, addresses and ranges that requests may go to; the
/// authorities
/// in `caFile` are trusted besides those of the Java platform; `client` is shown to servers that ask for a
/// certificate.
public record WireSettings(List<String> allow, Optional<Path> caFile, Optional<ClientCertificate> client) {

    /// A certificate chain and its private key, both in PEM files.
    public record ClientCertificate(Path certificate, Path key) {}

    public WireSettings {
        allow = List.copyOf(allow);
    }

    public static WireSettings allowing(List<String> hosts) {
        return new WireSettings(hosts, Optional.empty(), Optional.empty());
    }
}
