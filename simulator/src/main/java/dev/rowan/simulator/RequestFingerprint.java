package dev.rowan.simulator;

import dev.rowan.api.Sha256;
import java.nio.ByteBuffer;
import java.util.HexFormat;

/// The SHA-256 of something, as text and as a number.
record RequestFingerprint(String hex, long number) {

    static RequestFingerprint of(byte[] bytes) {
        byte[] digest = Sha256.create().digest(bytes);
        return new RequestFingerprint(
                HexFormat.of().formatHex(digest), ByteBuffer.wrap(digest).getLong());
    }

    /// The first digits: enough to tell keys apart without revealing one.
    String brief() {
        return hex.substring(0, 12);
    }
}
