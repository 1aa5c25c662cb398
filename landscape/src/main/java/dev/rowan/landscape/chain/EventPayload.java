package dev.rowan.landscape.chain;

import dev.rowan.api.Sha256;
import java.security.MessageDigest;

/// The values of an event: bytes, the salt they were hashed with, and their digest.
///
/// Bytes and salt can be deleted together; the digest stays, so the chain still verifies and reveals nothing of the
/// values.
@SuppressWarnings("ArrayRecordComponent") // handed over, never changed
public record EventPayload(byte[] bytes, byte[] salt, Digest digest) {
    public static final int SALT_BYTES = 16;

    /// The digest in the envelope: `SHA-256(salt ‖ bytes)` and the number of bytes.
    @SuppressWarnings("ArrayRecordComponent") // handed over, never changed
    public record Digest(byte[] sha256, long length) {}

    public static EventPayload of(byte[] bytes, byte[] salt) {
        return new EventPayload(bytes, salt, digest(bytes, salt));
    }

    public static Digest digest(byte[] bytes, byte[] salt) {
        MessageDigest sha = Sha256.create();
        sha.update(salt);
        return new Digest(sha.digest(bytes), bytes.length);
    }
}
