package dev.rowan.engine.batch;

import dev.rowan.engine.call.BatchQueue;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// The batch services of a worker: its calls are recorded, and the owner of the run submits them when all workers have
/// ended.
public final class WorkerBatches implements BatchServices {
    private final Map<Integer, BatchQueue> queues;
    private final CountDownLatch closed = new CountDownLatch(1);

    /// `queues` are by the index of their node; none if rows wait only for the answers of other rows.
    public WorkerBatches(Map<Integer, BatchQueue> queues) {
        this.queues = Map.copyOf(queues);
    }

    @Override
    public Optional<BatchQueue> queue(int node) {
        return Optional.ofNullable(queues.get(node));
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
    public boolean postpones() {
        return !queues.isEmpty();
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
