package dev.rowan.web.read;

import dev.rowan.landscape.LandscapeReader;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/// Readers of the landscape, each used by one request at a time and kept for the next.
///
/// At most `MOST` are open. Shared state, guarded by `lock`: the idle ones, and whether this is closed.
public final class Readers implements AutoCloseable {
    private static final int MOST = 8;

    private final Supplier<LandscapeReader> open;
    private final Semaphore places = new Semaphore(MOST, true);
    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<LandscapeReader> idle = new ArrayDeque<>();
    private boolean closed;

    public Readers(Supplier<LandscapeReader> open) {
        this.open = open;
    }

    /// What is asked of a reader.
    @FunctionalInterface
    public interface Question<T> {
        T ask(LandscapeReader reader) throws InterruptedException;
    }

    /// Lends a reader for the length of `question`. One that failed is not used again.
    public <T> T with(Question<T> question) throws InterruptedException {
        places.acquire();
        try {
            LandscapeReader reader = take();
            boolean whole = false;
            try {
                T answer = question.ask(reader);
                whole = true;
                return answer;
            } finally {
                give(reader, whole);
            }
        } finally {
            places.release();
        }
    }

    private LandscapeReader take() {
        lock.lock();
        try {
            LandscapeReader kept = idle.pollFirst();
            if (kept != null) {
                return kept;
            }
        } finally {
            lock.unlock();
        }
        return open.get();
    }

    private void give(LandscapeReader reader, boolean whole) {
        lock.lock();
        try {
            if (whole && !closed) {
                idle.addFirst(reader);
                return;
            }
        } finally {
            lock.unlock();
        }
        reader.close();
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            idle.forEach(LandscapeReader::close);
            idle.clear();
        } finally {
            lock.unlock();
        }
    }
}
