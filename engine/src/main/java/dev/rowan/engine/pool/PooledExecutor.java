package dev.rowan.engine.pool;

import dev.rowan.api.CallScope;
import dev.rowan.api.Time;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.random.RandomGenerator;

/// A transform's pool for one service: sends its calls (tasks) through the pacer, at most `pool_size` of them on the
/// wire at once, and retries them through the pacer.
///
/// A task that waits in the pacer holds nothing; a permit covers the exchange on the wire alone. The state of a
/// batch is local to its call of [#executeBatch], so that concurrent batches cannot mix. Shared, each thread-safe:
/// the lane, the permits, the counters and `random`.
public final class PooledExecutor {
    private volatile PoolConfig config;
    private final Pacer pacer;
    private final PacerLane lane;
    private final Permits permits;
    private final PoolCounters counters = new PoolCounters();
    private final TaskRunner.Resources resources;
    private final TaskCounter singles = new TaskCounter();

    public PooledExecutor(PoolConfig config, Pacer pacer, Time time, RandomGenerator random) {
        this.config = config;
        this.pacer = pacer;
        this.lane = pacer.lane(config.laneCapacity(), config.limits());
        this.permits = new Permits(config.poolSize());
        this.resources = new TaskRunner.Resources(
                pacer, lane, permits, time, config.capacityRetry(), new LockedRandom(random), counters);
    }

    /// Runs one task on the calling thread: waits in the pacer, runs an attempt, and repeats while that is
    /// rate-limited or asks for a retry.
    public <R> PooledResult<R> execute(RowContext context, PooledTask<R> task) throws InterruptedException {
        return runner(context, task, singles, singles.submitted()).run();
    }

    /// Runs all tasks concurrently, each on its own thread; results are in the order of `contexts`. If a stop of
    /// the run keeps a task from being sent, that is thrown after the others have ended. Anything else that a task
    /// throws is a defect: the rest are interrupted, and it is thrown with the others suppressed.
    public <R> List<PooledResult<R>> executeBatch(List<RowContext> contexts, PooledTask<R> task)
            throws InterruptedException {
        var counter = new TaskCounter();
        BlockingQueue<TaskCompletion.Task<R>> ends = new ArrayBlockingQueue<>(Math.max(1, contexts.size()));
        var collector = new ResultCollector<R>(contexts.size());
        try (var scope = CallScope.open("pool")) {
            for (RowContext context : contexts) {
                long index = counter.submitted();
                scope.start(new TaskCompletion.Task<>(index, runner(context, task, counter, index)::run, ends));
            }
            while (collector.isWaiting()) {
                collector.take(ends.take().end());
            }
        }
        ends.forEach(end -> collector.take(end.end()));
        return collector.results();
    }

    /// Changes the size and the declared limits; requests on the wire stay there. Used by one thread at a time.
    public void tune(PoolConfig changed) {
        config = changed;
        permits.resize(changed.poolSize());
        lane.tune(changed.laneCapacity(), changed.limits());
    }

    /// The number of requests on the wire.
    public int onWire() {
        return counters.onWireNow();
    }

    public PoolStatistics statistics() {
        return counters.statistics(config.poolSize(), pacer.peakDelay(), pacer.currentDelay());
    }

    private <R> TaskRunner<R> runner(RowContext context, PooledTask<R> task, TaskCounter counter, long submitIndex) {
        return new TaskRunner<>(context, task, resources, counter, submitIndex);
    }
}
