package dev.rowan.api.call;

import dev.rowan.api.secret.Secret;
import java.util.Locale;

/// A secret header for one host only: its value is `prefix` followed by the secret.
public record Credential(String host, String header, String prefix, Secret secret) {

    public Credential {
        if (host.isBlank()) {
            throw new IllegalArgumentException("a credential needs the host that it is for");
        }
        host = host.toLowerCase(Locale.ROOT);
        HeaderRules.check(header, prefix);
        HeaderRules.check(header, secret);
    }

    /// `Authorization: Bearer …`.
    public static Credential bearer(String host, Secret secret) {
        return new Credential(host, "Authorization", "Bearer ", secret);
    }

    /// The secret as the whole value of `header`.
    public static Credential header(String host, String header, Secret secret) {
        return new Credential(host, header, "", secret);
    }

    public boolean isFor(String requestedHost) {
        return host.equals(requestedHost.toLowerCase(Locale.ROOT));
    }
}
