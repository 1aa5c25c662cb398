package dev.rowan.landscape.write;

import dev.rowan.landscape.chain.EventPayload;
import java.security.GeneralSecurityException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/// Generates salts from a key stream (AES-256 in counter mode) with a random key: as hard to guess as the key, at a
/// fraction of the cost of as many random bytes.
///
/// Thread-safe; `lock` guards the stream and its block, and is held for a copy, rarely for a new block.
final class Salts {
    private static final int KEY_BYTES = 32;
    private static final int COUNTER_BYTES = 16;
    private static final byte[] ZEROS = new byte[256 * EventPayload.SALT_BYTES];

    private final Cipher stream;
    private final ReentrantLock lock = new ReentrantLock();
    private byte[] block = new byte[0];
    private int used;

    /// `random` must be unpredictable: anyone who can guess a salt can guess short values from their hash.
    Salts(RandomGenerator random) {
        var key = new byte[KEY_BYTES];
        random.nextBytes(key);
        try {
            stream = Cipher.getInstance("AES/CTR/NoPadding");
            stream.init(
                    Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), new IvParameterSpec(new byte[COUNTER_BYTES]));
        } catch (GeneralSecurityException error) {
            throw new IllegalStateException("every Java has AES in counter mode", error);
        }
    }

    byte[] next() {
        var salt = new byte[EventPayload.SALT_BYTES];
        lock.lock();
        try {
            if (used == block.length) {
                block = stream.update(ZEROS);
                used = 0;
            }
            System.arraycopy(block, used, salt, 0, salt.length);
            used += salt.length;
        } finally {
            lock.unlock();
        }
        return salt;
    }
}
