package dev.rowan.transforms.deduplicate;

import java.nio.ByteBuffer;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// The number of the first row of each key, in 16 bytes: 96 bits of the key's SHA-256 and 32 of the number. Keys are
/// taken for equal if these bits are; of a billion keys two different ones would meet with a chance of 10⁻¹¹.
///
/// Open addressing in small segments that grow one by one and by a quarter, so that growing takes little memory beyond
/// that of the keys, and no array is so large that the collector gives it regions of its own. Its lock is the object
/// itself.
final class FirstRowIndex {
    private static final int SEGMENT_BITS = 12;
    private static final int FIRST_SLOTS = 4;
    private static final int BYTES = 16;
    private static final long LOW_HALF = 0xFFFF_FFFFL;

    private final long maxSlots;
    private final Segment[] segments = new Segment[1 << SEGMENT_BITS];
    private long slots;
    private long size;

    /// With `memory` bytes for keys; a third of it may be empty slots.
    FirstRowIndex(long memory) {
        this.maxSlots = memory / BYTES;
    }

    private static final class Segment {
        long[] high = new long[FIRST_SLOTS];
        long[] low = new long[FIRST_SLOTS];
        int used;
    }

    /// Adds a row unless a key has one with a smaller number; false if memory is used up.
    synchronized boolean add(byte[] sha256, long rowSeq) {
        if (rowSeq < 1 || rowSeq > LOW_HALF) {
            throw new IllegalArgumentException("a row number has 32 bits here, got " + rowSeq);
        }
        ByteBuffer key = ByteBuffer.wrap(sha256);
        long high = key.getLong(1);
        long low = key.getInt(9) & LOW_HALF;
        int index = index(key);
        @Nullable Segment segment = segments[index];
        if (segment == null) {
            if (slots + FIRST_SLOTS > maxSlots) {
                return false;
            }
            segment = new Segment();
            segments[index] = segment;
            slots += FIRST_SLOTS;
        }
        int slot = slot(segment, high, low);
        if (segment.low[slot] != 0) {
            segment.low[slot] = (low << 32) | Math.min(rowSeq, segment.low[slot] & LOW_HALF);
            return true;
        }
        if ((segment.used + 1) * 5L > segment.low.length * 4L) {
            int more = segment.low.length / 4;
            if (slots + more > maxSlots) {
                return false;
            }
            slots += more;
            grow(segment, segment.low.length + more);
            slot = slot(segment, high, low);
        }
        segment.high[slot] = high;
        segment.low[slot] = (low << 32) | rowSeq;
        segment.used++;
        size++;
        return true;
    }

    /// The first row with a key.
    synchronized OptionalLong find(byte[] sha256) {
        ByteBuffer key = ByteBuffer.wrap(sha256);
        @Nullable Segment segment = segments[index(key)];
        if (segment == null) {
            return OptionalLong.empty();
        }
        int slot = slot(segment, key.getLong(1), key.getInt(9) & LOW_HALF);
        return segment.low[slot] == 0 ? OptionalLong.empty() : OptionalLong.of(segment.low[slot] & LOW_HALF);
    }

    synchronized long size() {
        return size;
    }

    private static int index(ByteBuffer key) {
        return (key.getShort(0) & 0xFFFF) >>> (Short.SIZE - SEGMENT_BITS);
    }

    /// The slot of a key, or the empty one where it belongs; a row's number is never 0, so that an empty slot is.
    private static int slot(Segment segment, long high, long low) {
        int length = segment.low.length;
        int slot = (int) (((high & LOW_HALF) * length) >>> 32);
        while (segment.low[slot] != 0 && (segment.high[slot] != high || segment.low[slot] >>> 32 != low)) {
            slot = slot + 1 == length ? 0 : slot + 1;
        }
        return slot;
    }

    private static void grow(Segment segment, int length) {
        long[] high = segment.high;
        long[] low = segment.low;
        segment.high = new long[length];
        segment.low = new long[length];
        for (int i = 0; i < low.length; i++) {
            if (low[i] != 0) {
                int slot = slot(segment, high[i], low[i] >>> 32);
                segment.high[slot] = high[i];
                segment.low[slot] = low[i];
            }
        }
    }
}
