package dev.rowan.web.compare;

import dev.rowan.web.compare.RowChange.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/// The changes found so far, in order of discovery: 20 bytes each. Shared by the comparing thread and readers;
/// guarded by `lock`.
final class RowChangeList {
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Kind, Long> counts = new EnumMap<>(Kind.class);
    private Kind[] kinds = new Kind[64];
    private long[] as = new long[64];
    private long[] bs = new long[64];
    private int size;

    void add(Kind kind, long rowA, long rowB) {
        lock.lock();
        try {
            if (size == kinds.length) {
                int more = Math.multiplyExact(size, 2);
                kinds = Arrays.copyOf(kinds, more);
                as = Arrays.copyOf(as, more);
                bs = Arrays.copyOf(bs, more);
            }
            kinds[size] = kind;
            as[size] = rowA;
            bs[size] = rowB;
            size++;
            counts.merge(kind, 1L, Long::sum);
        } finally {
            lock.unlock();
        }
    }

    /// A change and its index.
    record IndexedChange(int index, RowChange change) {}

    /// At most `max` changes from `from` on, optionally of one kind.
    List<IndexedChange> from(int from, Optional<Kind> kind, int max) {
        lock.lock();
        try {
            var found = new ArrayList<IndexedChange>();
            for (int i = Math.max(0, from); i < size && found.size() < max; i++) {
                Kind here = kinds[i];
                if (kind.isEmpty() || kind.get() == here) {
                    found.add(new IndexedChange(i, new RowChange(here, as[i], bs[i])));
                }
            }
            return found;
        } finally {
            lock.unlock();
        }
    }

    long count(Kind kind) {
        lock.lock();
        try {
            return counts.getOrDefault(kind, 0L);
        } finally {
            lock.unlock();
        }
    }

    long count() {
        lock.lock();
        try {
            return size;
        } finally {
            lock.unlock();
        }
    }
}
