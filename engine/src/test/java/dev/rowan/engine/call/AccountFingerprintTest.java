package dev.rowan.engine.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.secret.Secret;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AccountFingerprintTest {

    @Test
    void aKeyThatTheRunDoesNotRecordHasNone() {
        assertThat(account("EMPTY")).isEmpty();
        assertThat(account("a key of usual length")).isPresent();
    }

    private static Optional<String> account(String secret) {
        var key = new ServiceKey("https://llm.internal", Optional.of(Secret.of("KEY", secret)), Optional.empty());
        return AccountFingerprint.of(key, "run");
    }
}
