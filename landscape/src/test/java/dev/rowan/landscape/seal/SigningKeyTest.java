package dev.rowan.landscape.seal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.landscape.Head;
import dev.rowan.landscape.HeadSignature;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SigningKeyTest {
    private static final SigningKey KEY = SigningKey.generate(new SecureRandom());
    private static final Head HEAD = new Head(
            "a", 5, "ab".repeat(32), "cd".repeat(32), Instant.parse("2026-11-15T09:30:00.000123Z"), Optional.empty());

    @Test
    void signsWhatItsPublicKeyVerifies() {
        VerifyingKey verifying = VerifyingKey.parse(KEY.verifying().pem());
        assertThat(verifying.signed(KEY.sign(HEAD))).isTrue();
        assertThat(verifying.signed(HEAD)).isFalse();
        assertThat(verifying.signed(SigningKey.generate(new SecureRandom()).sign(HEAD)))
                .isFalse();
    }

    @Test
    void parsesItsPemAndItsBase64Line() {
        SigningKey again = SigningKey.parse(KEY.pem());
        assertThat(again.verifying().id()).isEqualTo(KEY.verifying().id()).hasSize(32);
        assertThat(again.sign(HEAD)).isEqualTo(KEY.sign(HEAD));
        assertThat(SigningKey.parse(KEY.pem().lines().toList().get(1)).pem()).isEqualTo(KEY.pem());
    }

    @Test
    void coversEveryPartOfTheHead() {
        HeadSignature by = KEY.sign(HEAD).signature().orElseThrow();
        VerifyingKey key = KEY.verifying();
        assertThat(key.signed(new Head("b", 5, HEAD.root(), HEAD.lastLeaf(), HEAD.time(), Optional.empty()).signed(by)))
                .isFalse();
        assertThat(key.signed(new Head("a", 6, HEAD.root(), HEAD.lastLeaf(), HEAD.time(), Optional.empty()).signed(by)))
                .isFalse();
        assertThat(key.signed(
                        new Head("a", 5, HEAD.lastLeaf(), HEAD.lastLeaf(), HEAD.time(), Optional.empty()).signed(by)))
                .isFalse();
        assertThat(key.signed(new Head("a", 5, HEAD.root(), HEAD.root(), HEAD.time(), Optional.empty()).signed(by)))
                .isFalse();
        assertThat(key.signed(new Head(
                                "a",
                                5,
                                HEAD.root(),
                                HEAD.lastLeaf(),
                                HEAD.time().plusNanos(1_000),
                                Optional.empty())
                        .signed(by)))
                .isFalse();
        assertThat(key.signed(HEAD.signed(by))).isTrue();
    }

    @Test
    void rejectsAnInvalidKeyWithoutRepeatingIt() {
        assertThatThrownBy(() -> SigningKey.parse("hunter2!"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("rowan keygen")
                .hasMessageNotContaining("hunter2");
        assertThatThrownBy(() -> SigningKey.parse(KEY.verifying().pem())).isInstanceOf(IllegalArgumentException.class);
        assertThat(KEY.toString()).doesNotContain(KEY.pem().lines().toList().get(1));
    }
}
