package dev.rowan.engine.split;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The splits for one worker. Whoever submits them bounds their number.
///
/// Thread-safe. Shared state, guarded by `lock`: the waiting splits, whether more will come, and what becomes of
/// splits once the worker has stopped.
public final class SplitQueue {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<SubmittedSplit> waiting = new ArrayDeque<>();
    private boolean ended;
    private @Nullable Consumer<SplitListener> rejection;

    /// A split and who waits for it.
    record SubmittedSplit(PlannedSplit split, SplitListener listener) {}

    /// Adds a split; if the worker has stopped, the listener is notified at once.
    public void submit(PlannedSplit split, SplitListener listener) {
        Consumer<SplitListener> rejected;
        lock.lock();
        try {
            rejected = rejection;
            if (rejected == null) {
                waiting.add(new SubmittedSplit(split, listener));
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
        if (rejected != null) {
            rejected.accept(listener);
        }
    }

    /// No more splits will come.
    public void end() {
        lock.lock();
        try {
            ended = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// The worker has failed: so do the splits that wait, and all later ones.
    public void fail(Throwable why) {
        reject(listener -> listener.failed(why));
    }

    /// The worker has stopped: the splits that wait, and all later ones, are postponed.
    public void postpone() {
        reject(SplitListener::postponed);
    }

    private void reject(Consumer<SplitListener> with) {
        List<SubmittedSplit> left;
        lock.lock();
        try {
            rejection = rejection == null ? with : rejection;
            left = new ArrayList<>(waiting);
            waiting.clear();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        left.forEach(split -> with.accept(split.listener()));
    }

    boolean isEmpty() {
        lock.lock();
        try {
            return waiting.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /// The next split; waits for one. Empty when no more will come.
    Optional<SubmittedSplit> take() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (waiting.isEmpty() && !ended && rejection == null) {
                changed.await();
            }
            return Optional.ofNullable(waiting.poll());
        } finally {
            lock.unlock();
        }
    }
}
