package dev.rowan.landscape.seal;

import dev.rowan.landscape.Head;
import dev.rowan.landscape.HeadSignature;
import dev.rowan.landscape.chain.HeadText;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.HexFormat;

/// The public key that verifies heads. Immutable.
public final class VerifyingKey {
    static final String KIND = "PUBLIC KEY";

    private final PublicKey key;
    private final String id;

    private VerifyingKey(PublicKey key) {
        this.key = key;
        this.id = KeyText.id(key.getEncoded());
    }

    /// Parses a key written by `rowan keygen`. Throws an [IllegalArgumentException] that states the expected
    /// format.
    public static VerifyingKey parse(String text) {
        byte[] der = KeyText.der(KIND, text);
        try {
            return new VerifyingKey(
                    KeyFactory.getInstance(KeyText.ED25519).generatePublic(new X509EncodedKeySpec(der)));
        } catch (GeneralSecurityException wrong) {
            throw KeyText.wrong("public", wrong);
        }
    }

    static VerifyingKey of(PublicKey key) {
        return new VerifyingKey(key);
    }

    public String id() {
        return id;
    }

    public String pem() {
        return KeyText.pem(KIND, key.getEncoded());
    }

    /// Whether this key signed the head exactly as spelled.
    public boolean signed(Head head) {
        return head.signature()
                .filter(by -> by.keyId().equals(id) && verifies(head, by))
                .isPresent();
    }

    private boolean verifies(Head head, HeadSignature by) {
        try {
            byte[] signature = HexFormat.of().parseHex(by.signature());
            Signature check = Signature.getInstance(KeyText.ED25519);
            check.initVerify(key);
            check.update(HeadText.signed(head, id));
            return check.verify(signature)
                    && HexFormat.of().formatHex(signature).equals(by.signature());
        } catch (GeneralSecurityException | IllegalArgumentException _) {
            return false;
        }
    }
}
