package dev.rowan.engine.call;

import dev.rowan.api.secret.Secret;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// The fingerprint of a secret under a run's id: someone who has the secret can check that the run used it; nobody
/// else learns anything.
public final class AccountFingerprint {
    private AccountFingerprint() {}

    public static String of(Secret secret, String runId) {
        return secret.fingerprint(("rowan secret of " + runId).getBytes(StandardCharsets.UTF_8));
    }

    /// The account that pays for requests with this key, if there is one. A key so short that its fingerprint would
    /// reveal it, such as `EMPTY`, has none, like in the record of the run.
    static Optional<String> of(ServiceKey key, String runId) {
        return key.secret()
                .filter(secret -> !secret.isPlaceholder() && secret.isHidden())
                .map(secret -> of(secret, runId));
    }
}
