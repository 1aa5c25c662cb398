package dev.rowan.engine.run;

import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Wire;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/// A wire behind a gate: while that is shut, requests are out and get no answer.
///
/// Shared state, guarded by `lock`: all of it.
final class GatedWire implements Wire {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final long cost;
    private boolean open;
    private int inFlight;
    private int peak;
    private int sent;

    /// Each answer costs so many pico dollars.
    GatedWire(long cost) {
        this.cost = cost;
    }

    @Override
    public WireReply exchange(WireRequest request) {
        lock.lock();
        try {
            sent++;
            inFlight++;
            peak = Math.max(peak, inFlight);
            changed.signalAll();
            while (!open) {
                changed.await();
            }
            return ScriptedWire.reply(200, "yes", Headers.of("cost", Long.toString(cost)));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return ScriptedWire.lost();
        } finally {
            inFlight--;
            changed.signalAll();
            lock.unlock();
        }
    }

    void open(boolean yes) {
        lock.lock();
        try {
            open = yes;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    void awaitInFlight(int requests) throws InterruptedException {
        await(() -> inFlight == requests);
    }

    void awaitSent(int requests) throws InterruptedException {
        await(() -> sent >= requests);
    }

    private void await(BooleanSupplier done) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (!done.getAsBoolean()) {
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }

    /// Forgets the peak so far; it counts from those who are out now.
    void countPeakAnew() {
        lock.lock();
        try {
            peak = inFlight;
        } finally {
            lock.unlock();
        }
    }

    int peak() {
        lock.lock();
        try {
            return peak;
        } finally {
            lock.unlock();
        }
    }

    int sent() {
        lock.lock();
        try {
            return sent;
        } finally {
            lock.unlock();
        }
    }
}
