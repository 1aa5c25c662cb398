package dev.rowan.api.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.Row;
import java.io.ByteArrayOutputStream;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretTest {
    private static final String CANARY = "sk-canary-7Qx/+=\"29";
    private static final byte[] KEY = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private final Secret secret = Secret.of("${OPENAI_API_KEY}", CANARY);

    private record Settings(String endpoint, Secret key) {}

    @Test
    void printsItsOriginEverywhere() {
        assertThat(secret).hasToString("[secret ${OPENAI_API_KEY}]");
        assertThat(new Settings("https://a.example", secret).toString()).doesNotContain("canary");
        assertThat(String.valueOf(Map.of("key", List.of(secret)))).doesNotContain("canary");
    }

    @Test
    void cannotBeSerialised() {
        assertThatThrownBy(() -> new ObjectOutputStream(new ByteArrayOutputStream()).writeObject(secret))
                .isInstanceOf(NotSerializableException.class)
                .hasMessageNotContaining("canary");
    }

    @Test
    void cannotStandInARow() {
        assertThatThrownBy(() -> Row.of("key", secret))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("canary");
    }

    @Test
    void isGivenOutInClearOnRequest() {
        assertThat(secret.inClear()).isEqualTo(CANARY);
    }

    @Test
    void isEqualByValueAndHashesAlike() {
        assertThat(secret)
                .isEqualTo(Secret.of("file:key", CANARY))
                .isNotEqualTo(Secret.of("${OPENAI_API_KEY}", CANARY + "x"))
                .isNotEqualTo(CANARY)
                .hasSameHashCodeAs(Secret.of("other", "quite another one"));
    }

    @Test
    void hasAFingerprintThatDependsOnTheKeyAndTheValue() {
        byte[] otherKey = KEY.clone();
        otherKey[0]++;
        assertThat(secret.fingerprint(KEY))
                .matches("hmac-sha256:[0-9a-f]{32}")
                .isEqualTo(Secret.of("again", CANARY).fingerprint(KEY))
                .isNotEqualTo(secret.fingerprint(otherKey))
                .isNotEqualTo(Secret.of("again", CANARY + "x").fingerprint(KEY));
    }

    @Test
    void refusesAShortFingerprintKey() {
        assertThatThrownBy(() -> secret.fingerprint(new byte[15])).hasMessageContaining("16 bytes");
    }

    @Test
    void isHiddenFromEightCharactersOn() {
        assertThat(Secret.of("${KEY}", "12345678").isHidden()).isTrue();
        assertThat(Secret.of("${KEY}", "EMPTY").isHidden()).isFalse();
        assertThat(Secret.of("${KEY}", "ñññññññ").isHidden()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "canary\r\nInjected: 1", "canary\u0000canary"})
    void refusesAValueThatIsNoSecretWithoutShowingIt(String value) {
        assertThatThrownBy(() -> Secret.of("${KEY}", value))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("${KEY} must")
                .hasMessageNotContaining("canary");
    }

    @Test
    void refusesAValueThatIsTooLong() {
        assertThatThrownBy(() -> Secret.of("${KEY}", "c".repeat(Secret.MAX_LENGTH + 1)))
                .hasMessage("${KEY} must hold at most 8192 characters");
    }
}
