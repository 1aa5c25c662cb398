package dev.rowan.landscape.seal;

import dev.rowan.landscape.Head;
import dev.rowan.landscape.HeadSignature;
import dev.rowan.landscape.chain.HeadText;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.interfaces.EdECPrivateKey;
import java.security.spec.NamedParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.HexFormat;

/// The Ed25519 key that signs heads. It does not print itself. Immutable.
public final class SigningKey {
    private static final String KIND = "PRIVATE KEY";

    private final PrivateKey key;
    private final VerifyingKey verifying;

    private SigningKey(KeyPair pair) {
        this.key = pair.getPrivate();
        this.verifying = VerifyingKey.of(pair.getPublic());
    }

    public static SigningKey generate(SecureRandom random) {
        try {
            return new SigningKey(pair(random));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every Java platform has Ed25519", impossible);
        }
    }

    /// Parses a key written by `rowan keygen`. Throws an [IllegalArgumentException] that states the expected format
    /// and does not repeat the text.
    public static SigningKey parse(String text) {
        byte[] der = KeyText.der(KIND, text);
        try {
            PrivateKey found = KeyFactory.getInstance(KeyText.ED25519).generatePrivate(new PKCS8EncodedKeySpec(der));
            return new SigningKey(
                    pair(new Seed(((EdECPrivateKey) found).getBytes().orElseThrow())));
        } catch (GeneralSecurityException wrong) {
            throw KeyText.wrong("private", wrong);
        }
    }

    private static KeyPair pair(SecureRandom random) throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance(KeyText.ED25519);
        generator.initialize(NamedParameterSpec.ED25519, random);
        return generator.generateKeyPair();
    }

    /// The private key as PEM, for a file that only its owner can read.
    public String pem() {
        return KeyText.pem(KIND, key.getEncoded());
    }

    public VerifyingKey verifying() {
        return verifying;
    }

    public Head sign(Head head) {
        try {
            Signature signature = Signature.getInstance(KeyText.ED25519);
            signature.initSign(key);
            signature.update(HeadText.signed(head, verifying.id()));
            return head.signed(new HeadSignature(verifying.id(), HexFormat.of().formatHex(signature.sign())));
        } catch (GeneralSecurityException broken) {
            throw new IllegalStateException("a head could not be signed", broken);
        }
    }

    @Override
    public String toString() {
        return "[signing key " + verifying.id() + "]";
    }

    /// Returns the bytes of a private key in place of randomness: the platform derives a public key only when it
    /// generates the pair.
    private static final class Seed extends SecureRandom {
        private static final long serialVersionUID = 1L;

        private final byte[] bytes;

        Seed(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        public void nextBytes(byte[] into) {
            if (into.length != bytes.length) {
                throw new IllegalStateException("a key has " + into.length + " bytes here, not " + bytes.length);
            }
            System.arraycopy(bytes, 0, into, 0, into.length);
        }
    }
}
