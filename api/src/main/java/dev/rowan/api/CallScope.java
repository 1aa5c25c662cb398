package dev.rowan.api;

import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;

/// The owner of threads: everything that runs beside its caller was forked from a scope, and ends with it.
///
/// `close` interrupts what still runs and waits for it, so no thread outlives the block that opened its scope.
/// Shared state: the set of running threads and the queue of ending ones, both concurrent; a fork after close is
/// refused.
public final class CallScope implements AutoCloseable {
    private final ThreadFactory threads;
    private final String name;
    private final Set<Thread> running = ConcurrentHashMap.newKeySet();
    /// Threads whose work is done and that may not have ended yet.
    private final Queue<Thread> ending = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean closed = new AtomicBoolean();

    private CallScope(String name, ThreadFactory threads) {
        this.name = name;
        this.threads = threads;
    }

    /// A scope of virtual threads: for work that waits.
    public static CallScope open(String name) {
        return new CallScope(name, Thread.ofVirtual().name(name + "-", 0).factory());
    }

    /// A scope of platform threads: for the few that sit in native code (a database, a file sync).
    public static CallScope openPlatform(String name) {
        return new CallScope(
                name, Thread.ofPlatform().daemon().name(name + "-", 0).factory());
    }

    /// Starts `call` on a thread of this scope. What it throws is kept for the one who asks for the result.
    public <T> FutureTask<T> fork(Callable<T> call) {
        var task = new FutureTask<T>(call);
        start(task);
        return task;
    }

    /// Starts `work`, which tells its own end and its own failures.
    public void start(Runnable work) {
        Thread thread = threads.newThread(() -> {
            try {
                work.run();
            } finally {
                ending.add(Thread.currentThread());
                running.remove(Thread.currentThread());
            }
        });
        forgetEnded();
        running.add(thread);
        boolean started = false;
        try {
            if (closed.get()) {
                throw new IllegalStateException("the scope '" + name + "' is closed");
            }
            thread.start();
            started = true;
        } finally {
            if (!started) {
                running.remove(thread);
            }
        }
    }

    /// Two for each one that is started, so that only the latest are kept.
    private void forgetEnded() {
        for (int i = 0; i < 2; i++) {
            Thread thread = ending.poll();
            if (thread != null && thread.isAlive()) {
                ending.add(thread);
            }
        }
    }

    /// Interrupts what runs now, without waiting and without closing the scope.
    public void interrupt() {
        running.forEach(Thread::interrupt);
    }

    public int running() {
        return running.size();
    }

    @Override
    public void close() {
        closed.set(true);
        boolean interrupted = false;
        while (!running.isEmpty()) {
            for (Thread thread : running) {
                thread.interrupt();
                interrupted |= join(thread);
            }
        }
        for (Thread thread = ending.poll(); thread != null; thread = ending.poll()) {
            if (!thread.equals(Thread.currentThread())) {
                interrupted |= join(thread);
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /// Waits for `thread`; true when the wait itself was interrupted, which is remembered and not obeyed.
    private static boolean join(Thread thread) {
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                return interrupted;
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
    }
}
