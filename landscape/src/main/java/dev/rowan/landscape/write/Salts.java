package dev.rowan.landscape.write;

import dev.rowan.landscape.chain.Payload;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;

/// Hands out salts, cut from blocks of chance so that each costs little.
///
/// Any thread may ask; `lock` guards the block and is held for a copy, rarely for a new block.
final class Salts {
    private final RandomGenerator random;
    private final ReentrantLock lock = new ReentrantLock();
    private final byte[] block = new byte[256 * Payload.SALT_BYTES];
    private int used = block.length;

    /// `random` must be unpredictable: who can guess a salt can guess short values from their hash.
    Salts(RandomGenerator random) {
        this.random = random;
    }

    byte[] next() {
        var salt = new byte[Payload.SALT_BYTES];
        lock.lock();
        try {
            if (used == block.length) {
                random.nextBytes(block);
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
