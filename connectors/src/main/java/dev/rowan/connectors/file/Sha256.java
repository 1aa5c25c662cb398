package dev.rowan.connectors.file;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// An incremental SHA-256 that can be read at any time. Owned by one thread.
public final class Sha256 {
    private final MessageDigest digest = digest();

    public void add(byte[] bytes, int from, int count) {
        digest.update(bytes, from, count);
    }

    /// The hash of all bytes so far, in hex; more may follow.
    public String hex() {
        try {
            return HexFormat.of().formatHex(((MessageDigest) digest.clone()).digest());
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("SHA-256 of this Java cannot be copied", e);
        }
    }

    private static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
