package dev.rowan.engine.release;

import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentSkipListMap;

/// Row numbers by position in the order of release. A range of rows read consecutively takes one entry.
///
/// The reader thread adds, any thread reads.
final class RowNumbers {
    private final ConcurrentSkipListMap<Long, Long> offsets = new ConcurrentSkipListMap<>();
    private long last;

    /// Positions are added in ascending order. Returns whether a new range starts.
    boolean add(long position, long rowSeq) {
        long offset = rowSeq - position;
        if (offset == last && !offsets.isEmpty()) {
            return false;
        }
        last = offset;
        offsets.put(position, offset);
        return true;
    }

    OptionalLong at(long position) {
        Map.Entry<Long, Long> range = offsets.floorEntry(position);
        return range == null ? OptionalLong.empty() : OptionalLong.of(position + range.getValue());
    }

    /// Positions before this one are not needed any more.
    void forgetBefore(long position) {
        Long first = offsets.floorKey(position);
        if (first != null) {
            offsets.headMap(first).clear();
        }
    }
}
