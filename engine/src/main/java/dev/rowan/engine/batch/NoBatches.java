package dev.rowan.engine.batch;

import dev.rowan.engine.call.BatchQueue;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// The batch services of a run that has none, and whose rows wait for answers of other rows.
public final class NoBatches implements BatchServices {
    private final CountDownLatch closed = new CountDownLatch(1);

    @Override
    public Optional<BatchQueue> queue(int node) {
        return Optional.empty();
    }

    @Override
    public void start(Wakeup rows) {}

    @Override
    public void quiet() {}

    @Override
    public BatchProgress progress() {
        return BatchProgress.IDLE;
    }

    @Override
    public void awaitChange(Duration limit) throws InterruptedException {
        boolean _ = closed.await(limit.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public List<JobProgress> jobs() {
        return List.of();
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
