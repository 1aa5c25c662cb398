package dev.rowan.transforms.sample;

import dev.rowan.transforms.key.KeyDigest;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A number for each row that looks random and is always the same.
final class SampleHash {
    private SampleHash() {}

    /// From 0 to 2⁶³-1.
    static long of(long seed, List<? extends @Nullable Object> id) {
        var digest = new KeyDigest();
        digest.add(seed);
        id.forEach(digest::add);
        return ByteBuffer.wrap(digest.bytes()).getLong() & Long.MAX_VALUE;
    }
}
