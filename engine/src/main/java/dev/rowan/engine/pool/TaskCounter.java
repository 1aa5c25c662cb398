package dev.rowan.engine.pool;

import java.util.concurrent.atomic.AtomicLong;

/// Counts the tasks of one batch as they are submitted and as they complete.
final class TaskCounter {
    private final AtomicLong submitted = new AtomicLong();
    private final AtomicLong completed = new AtomicLong();

    long submitted() {
        return submitted.getAndIncrement();
    }

    long completed() {
        return completed.getAndIncrement();
    }
}
