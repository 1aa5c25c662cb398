package dev.rowan.api;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Owns threads: whatever runs concurrently with its caller was forked from a scope and ends with it.
///
/// `close` interrupts running threads and joins them, so no thread outlives the block that opened its scope.
/// Shared state, guarded by `lock`: the list of running threads, the list of threads that are done but may not
/// have terminated yet, and whether the scope is closed. A thread moves between the lists without allocating, so
/// its end is seen even when the heap is full.
public final class CallScope implements AutoCloseable {
    private final ThreadFactory threads;
    private final String name;
    private final ReentrantLock lock = new ReentrantLock();
    private final ForkList running = new ForkList();
    private final ForkList ending = new ForkList();
    private boolean closed;

    private CallScope(String name, ThreadFactory threads) {
        this.name = name;
        this.threads = threads;
    }

    /// Opens a scope of virtual threads, for blocking work.
    public static CallScope open(String name) {
        return new CallScope(name, Thread.ofVirtual().name(name + "-", 0).factory());
    }

    /// Opens a scope of platform threads, for the few that block in native code (a database, a file sync).
    public static CallScope openPlatform(String name) {
        return new CallScope(
                name, Thread.ofPlatform().daemon().name(name + "-", 0).factory());
    }

    /// Starts `call` on a thread of this scope. An exception is kept in the future.
    public <T> FutureTask<T> fork(Callable<T> call) {
        var task = new FutureTask<T>(call);
        start(task);
        return task;
    }

    /// Starts `work`, which reports its own completion and failures.
    public void start(Runnable work) {
        var fork = new Fork(work, threads);
        lock.lock();
        try {
            if (closed) {
                throw new IllegalStateException("the scope '" + name + "' is closed");
            }
            forgetTerminated();
            running.addLast(fork);
            boolean started = false;
            try {
                fork.thread.start();
                started = true;
            } finally {
                if (!started) {
                    running.remove(fork);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /// Removes two for each thread started, so that the list stays short.
    private void forgetTerminated() {
        for (int i = 0; i < 2; i++) {
            Fork fork = ending.first;
            if (fork == null) {
                return;
            }
            ending.remove(fork);
            if (fork.thread.isAlive()) {
                ending.addLast(fork);
            }
        }
    }

    private void finished(Fork fork) {
        lock.lock();
        try {
            running.remove(fork);
            ending.addLast(fork);
        } finally {
            lock.unlock();
        }
    }

    /// Interrupts running threads, without waiting and without closing the scope.
    public void interrupt() {
        lock.lock();
        try {
            for (Fork fork = running.first; fork != null; fork = fork.next) {
                fork.thread.interrupt();
            }
        } finally {
            lock.unlock();
        }
    }

    public int running() {
        lock.lock();
        try {
            return running.size;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        shut();
        boolean interrupted = false;
        for (Fork fork = oldest(running); fork != null; fork = oldest(running)) {
            interrupted |= join(fork.thread);
            forget(running, fork);
        }
        for (Fork fork = oldest(ending); fork != null; fork = oldest(ending)) {
            if (!fork.thread.equals(Thread.currentThread())) {
                interrupted |= join(fork.thread);
            }
            forget(ending, fork);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /// Closes the scope as [#close] does, but stops waiting when a thread does not end within `timeout`: a JVM
    /// that is out of memory may lose a virtual thread. Returns false when threads were left behind.
    public boolean closeWithin(Duration timeout) throws InterruptedException {
        shut();
        boolean ended = true;
        for (Fork fork = oldest(running); fork != null; fork = oldest(running)) {
            ended = ended && join(fork.thread, timeout);
            forget(running, fork);
        }
        if (ended) {
            close();
        } else {
            for (Fork fork = oldest(ending); fork != null; fork = oldest(ending)) {
                forget(ending, fork);
            }
        }
        return ended;
    }

    private static boolean join(Thread thread, Duration timeout) throws InterruptedException {
        while (thread.isAlive()) {
            try {
                return thread.join(timeout);
            } catch (OutOfMemoryError _) {
                Thread.onSpinWait();
            }
        }
        return true;
    }

    private void shut() {
        lock.lock();
        try {
            closed = true;
        } finally {
            lock.unlock();
        }
        interrupt();
    }

    private @Nullable Fork oldest(ForkList list) {
        lock.lock();
        try {
            return list.first;
        } finally {
            lock.unlock();
        }
    }

    private void forget(ForkList list, Fork fork) {
        lock.lock();
        try {
            list.remove(fork);
        } finally {
            lock.unlock();
        }
    }

    /// Joins `thread`; true when the wait was interrupted, which is remembered for later.
    private static boolean join(Thread thread) {
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                return interrupted;
            } catch (InterruptedException _) {
                interrupted = true;
            } catch (OutOfMemoryError _) {
                Thread.onSpinWait(); // waiting takes memory, which the threads give back as they end
            }
        }
    }

    /// A thread of this scope and its links in the list that holds it.
    private final class Fork implements Runnable {
        private final Runnable work;
        private final Thread thread;
        private @Nullable ForkList list;
        private @Nullable Fork previous;
        private @Nullable Fork next;

        Fork(Runnable work, ThreadFactory threads) {
            this.work = work;
            this.thread = threads.newThread(this);
        }

        @Override
        public void run() {
            try {
                work.run();
            } finally {
                finished(this);
            }
        }
    }

    /// A linked list whose nodes are the forks themselves.
    private static final class ForkList {
        private @Nullable Fork first;
        private @Nullable Fork last;
        private int size;

        void addLast(Fork fork) {
            fork.list = this;
            fork.previous = last;
            fork.next = null;
            if (last == null) {
                first = fork;
            } else {
                last.next = fork;
            }
            last = fork;
            size++;
        }

        /// Does nothing when the fork is not in this list.
        void remove(Fork fork) {
            if (fork.list != this) {
                return;
            }
            if (fork.previous == null) {
                first = fork.next;
            } else {
                fork.previous.next = fork.next;
            }
            if (fork.next == null) {
                last = fork.previous;
            } else {
                fork.next.previous = fork.previous;
            }
            fork.list = null;
            fork.previous = null;
            fork.next = null;
            size--;
        }
    }
}
