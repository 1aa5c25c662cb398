package dev.rowan.simulator.bill;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/// The requests that were answered, in the order of their answers; beyond its size the oldest go.
///
/// Shared state, guarded by `lock`: the entries and how many have gone.
public final class Journal {
    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<JournalEntry> entries = new ArrayDeque<>();
    private final int size;
    private long gone;

    public Journal(int size) {
        this.size = size;
    }

    public void add(JournalEntry entry) {
        lock.lock();
        try {
            if (entries.size() == size) {
                entries.removeFirst();
                gone++;
            }
            entries.addLast(entry);
        } finally {
            lock.unlock();
        }
    }

    /// The entries that are kept.
    public List<JournalEntry> list() {
        lock.lock();
        try {
            return List.copyOf(entries);
        } finally {
            lock.unlock();
        }
    }

    /// How many entries are no longer kept.
    public long gone() {
        lock.lock();
        try {
            return gone;
        } finally {
            lock.unlock();
        }
    }

    /// An independent copy.
    public Journal copy() {
        lock.lock();
        try {
            var copy = new Journal(size);
            copy.entries.addAll(entries);
            copy.gone = gone;
            return copy;
        } finally {
            lock.unlock();
        }
    }

    public void reset() {
        lock.lock();
        try {
            entries.clear();
            gone = 0;
        } finally {
            lock.unlock();
        }
    }
}
