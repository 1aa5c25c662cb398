package dev.rowan.chaos.image;

import dev.rowan.api.fault.Faults;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Freezes the files for one thread: no other thread changes them meanwhile.
///
/// Threads announce their writes. A thread that freezes waits until no other thread writes; writers that wait here
/// themselves do not count, since they are between two steps. Meanwhile no thread starts to write, and threads that
/// do not write continue.
///
/// Shared state, guarded by `lock`: the writers, the waiting threads, and whether the files are frozen. No wait here
/// is interruptible, so that a stop of the run works as usual.
final class FileFreeze {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<Thread, Integer> writing = new HashMap<>();
    private final Set<Thread> waiting = new HashSet<>();
    private boolean looking;

    Faults.Writing enter() {
        Thread me = Thread.currentThread();
        lock.lock();
        try {
            while (looking && !writing.containsKey(me)) {
                changed.awaitUninterruptibly();
            }
            writing.merge(me, 1, Integer::sum);
        } finally {
            lock.unlock();
        }
        return () -> leave(me);
    }

    private void leave(Thread me) {
        lock.lock();
        try {
            writing.computeIfPresent(me, (_, depth) -> depth == 1 ? null : depth - 1);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Runs `work` while no other thread writes.
    void during(Runnable work) {
        Thread me = Thread.currentThread();
        begin(me);
        try {
            work.run();
        } finally {
            end(me);
        }
    }

    private void begin(Thread me) {
        lock.lock();
        try {
            waiting.add(me);
            changed.signalAll();
            while (looking) {
                changed.awaitUninterruptibly();
            }
            looking = true;
            while (!waiting.containsAll(writing.keySet())) {
                changed.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }

    private void end(Thread me) {
        lock.lock();
        try {
            looking = false;
            waiting.remove(me);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
