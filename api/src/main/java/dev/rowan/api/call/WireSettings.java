package dev.rowan.api.call;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Network settings of a run. `allow` lists private hosts, addresses and ranges that requests may go to;
/// certificates in `caFile` are trusted in addition to the Java platform's; `client` is the client certificate.
public record WireSettings(List<String> allow, Optional<Path> caFile, Optional<ClientCertificate> client) {

    /// A certificate chain and its private key as PEM files.
    public record ClientCertificate(Path certificate, Path key) {}

    public WireSettings {
        allow = List.copyOf(allow);
    }

    public static WireSettings allowing(List<String> hosts) {
        return new WireSettings(hosts, Optional.empty(), Optional.empty());
    }
}
