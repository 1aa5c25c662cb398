package dev.rowan.web.read;

import dev.rowan.landscape.LandscapeUnreachableException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Sessions with a landscape, each used by one request at a time and kept for the next.
///
/// At most `MAX_IDLE` are open. Shared state, guarded by `lock`: the idle ones, and whether this is closed.
public final class SessionPool<S> implements AutoCloseable {
    private static final int MAX_IDLE = 8;

    private final Supplier<? extends S> open;
    private final Consumer<? super S> end;
    private final Semaphore places = new Semaphore(MAX_IDLE, true);
    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<S> idle = new ArrayDeque<>();
    private boolean closed;

    /// `open` makes a session, `end` closes it.
    public SessionPool(Supplier<? extends S> open, Consumer<? super S> end) {
        this.open = open;
        this.end = end;
    }

    /// Work with a session.
    @FunctionalInterface
    public interface Question<S, T> {
        T ask(S session) throws InterruptedException;
    }

    /// Lends a session while `question` runs. A failed session is not reused, nor are the idle ones if it lost its
    /// connection: a server restart breaks all of them.
    public <T> T with(Question<? super S, T> question) throws InterruptedException {
        places.acquire();
        try {
            S session = take();
            boolean whole = false;
            try {
                T answer = question.ask(session);
                whole = true;
                return answer;
            } catch (LandscapeUnreachableException down) {
                endIdle();
                throw down;
            } finally {
                give(session, whole);
            }
        } finally {
            places.release();
        }
    }

    private S take() {
        lock.lock();
        try {
            S session = idle.pollFirst();
            if (session != null) {
                return session;
            }
        } finally {
            lock.unlock();
        }
        return open.get();
    }

    private void give(S session, boolean whole) {
        lock.lock();
        try {
            if (whole && !closed) {
                idle.addFirst(session);
                return;
            }
        } finally {
            lock.unlock();
        }
        end.accept(session);
    }

    private void endIdle() {
        lock.lock();
        try {
            idle.forEach(end);
            idle.clear();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            endIdle();
        } finally {
            lock.unlock();
        }
    }
}
