package dev.rowan.simulator;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// The SHA-256 of something, as text and as a number.
record RequestFingerprint(String hex, long number) {

    static RequestFingerprint of(byte[] bytes) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
            return new RequestFingerprint(
                    HexFormat.of().formatHex(digest), ByteBuffer.wrap(digest).getLong());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /// The first digits: enough to tell keys apart without revealing one.
    String brief() {
        return hex.substring(0, 12);
    }
}
