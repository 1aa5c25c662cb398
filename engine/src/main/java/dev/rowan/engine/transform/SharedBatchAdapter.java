package dev.rowan.engine.transform;

import dev.rowan.api.TokenInfo;
import dev.rowan.api.TransformResult;
import dev.rowan.api.plugin.OutputPort;
import dev.rowan.engine.transform.RowWaiter.Answer;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The output port of one batch-aware transform: many waiters, each answered by its own visit's result.
///
/// A waiter is registered before its row is submitted, so no answer can come too early. The first answer wins; one
/// without a waiter is passed to `late`, where it is kept as evidence. Closing answers every waiter with a defect,
/// so none hangs.
///
/// Shared state: `waiting` and `closed`, guarded by `lock`, which is never held while calling others.
public final class SharedBatchAdapter implements OutputPort, AutoCloseable {
    private final int maxPending;
    private final LateAnswers late;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition notFull = lock.newCondition();
    private final Map<Key, RowWaiter> waiting = new HashMap<>();
    private @Nullable Throwable closed;

    SharedBatchAdapter(int maxPending, LateAnswers late) {
        if (maxPending < 1) {
            throw new IllegalArgumentException("max_pending must be at least 1, got " + maxPending);
        }
        this.maxPending = maxPending;
        this.late = late;
    }

    /// A visit: results are matched by token and state, never by position.
    private record Key(String tokenId, String stateId) {}

    /// Receives answers without a waiter.
    interface LateAnswers {
        void late(TokenInfo token, String stateId, Answer answer);
    }

    /// Registers a waiter, waiting first while `maxPending` visits are unanswered.
    public RowWaiter register(TokenInfo token, String stateId) throws InterruptedException {
        var key = new Key(token.tokenId(), stateId);
        var waiter = new RowWaiter(this, token, stateId);
        lock.lockInterruptibly();
        try {
            while (closed == null && waiting.size() >= maxPending) {
                notFull.await();
            }
            if (closed != null) {
                throw new TransformDefect("the transform is closed", closed);
            }
            if (waiting.putIfAbsent(key, waiter) != null) {
                throw new IllegalStateException("visit " + stateId + " is waited for already");
            }
            return waiter;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void emit(TokenInfo token, String stateId, TransformResult result) {
        deliver(token, stateId, new Answer.Result(result));
    }

    @Override
    public void fail(TokenInfo token, String stateId, Throwable defect) {
        deliver(token, stateId, new Answer.Defect(defect));
    }

    private void deliver(TokenInfo token, String stateId, Answer answer) {
        if (!answered(new Key(token.tokenId(), stateId), answer)) {
            late.late(token, stateId, answer);
        }
    }

    private boolean answered(Key key, Answer answer) {
        lock.lock();
        try {
            RowWaiter waiter = waiting.remove(key);
            if (waiter == null) {
                return false;
            }
            waiter.answer(answer);
            notFull.signal();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /// Keeps an answer that its waiter was given and could not use.
    void keep(TokenInfo token, String stateId, Answer answer) {
        late.late(token, stateId, answer);
    }

    /// Ends a wait without an answer; false if one was given meanwhile.
    boolean giveUp(TokenInfo token, String stateId) {
        lock.lock();
        try {
            notFull.signal();
            return waiting.remove(new Key(token.tokenId(), stateId)) != null;
        } finally {
            lock.unlock();
        }
    }

    public int pending() {
        lock.lock();
        try {
            return waiting.size();
        } finally {
            lock.unlock();
        }
    }

    /// Fails every waiter with `cause` and refuses new ones.
    public void close(Throwable cause) {
        lock.lock();
        try {
            if (closed == null) {
                closed = cause;
            }
            waiting.values().forEach(waiter -> waiter.answer(new Answer.Defect(cause)));
            waiting.clear();
            notFull.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        close(new IllegalStateException("the run has ended"));
    }
}
