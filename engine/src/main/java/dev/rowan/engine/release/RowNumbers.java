package dev.rowan.engine.release;

import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentSkipListMap;

/// The numbers of rows by their places in the order of leaving. A range of rows that were read one after the other
/// takes one entry, so a run from the beginning has one.
///
/// The reader thread adds, any thread asks.
final class RowNumbers {
    private final ConcurrentSkipListMap<Long, Long> offsets = new ConcurrentSkipListMap<>();
    private long last;

    /// Places come in rising order. Tells whether a new range begins.
    boolean add(long place, long rowSeq) {
        long offset = rowSeq - place;
        if (offset == last && !offsets.isEmpty()) {
            return false;
        }
        last = offset;
        offsets.put(place, offset);
        return true;
    }

    OptionalLong at(long place) {
        Map.Entry<Long, Long> range = offsets.floorEntry(place);
        return range == null ? OptionalLong.empty() : OptionalLong.of(place + range.getValue());
    }

    /// Nobody asks for places before this one any more.
    void forgetBefore(long place) {
        Long first = offsets.floorKey(place);
        if (first != null) {
            offsets.headMap(first).clear();
        }
    }
}
