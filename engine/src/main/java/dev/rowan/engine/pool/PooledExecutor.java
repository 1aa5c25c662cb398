package dev.rowan.engine.pool;

import dev.rowan.api.CallScope;
import dev.rowan.api.Time;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.random.RandomGenerator;

/// A transform's pool: brings tasks to the wire through the pacer, at most `pool_size` of them at once, and
/// back to the pacer as often as it takes.
///
/// A task waits in the pacer and holds nothing while it does; a permit covers the exchange on the wire and no
/// more. What belongs to a batch lives in its call of [#executeBatch], so that batches that run at once
/// cannot mix. Shared, each safe by itself: the lane, the permits, the counters; `random` is shared under its
/// own lock.
public final class PooledExecutor {
    private volatile PoolConfig config;
    private final Pacer pacer;
    private final PacerLane lane;
    private final Time time;
    private final CapacityRetry retry;
    private final RandomGenerator random;
    private final Permits permits;
    private final PoolCounters counters = new PoolCounters();
    private final TaskCounter singles = new TaskCounter();

    public PooledExecutor(PoolConfig config, Pacer pacer, Time time, RandomGenerator random) {
        this.config = config;
        this.pacer = pacer;
        this.lane = pacer.lane(config.room(), config.limits());
        this.time = time;
        this.retry = config.capacityRetry();
        this.random = new LockedRandom(random);
        this.permits = new Permits(config.poolSize());
    }

    /// One task on the calling thread: waits in the pacer, runs an attempt, comes back while it finds no room
    /// or asks for another.
    public <R> PooledResult<R> execute(RowContext context, PooledTask<R> task) throws InterruptedException {
        return walk(context, task, singles, singles.submitted()).run();
    }

    /// All tasks at once, each on a thread of its own; the results are in the order of `contexts`. When the
    /// run's stop keeps a task from being sent, that is thrown here after the others have ended. What else a
    /// task throws is a defect: the rest are interrupted, and it is thrown here, with what else was thrown
    /// suppressed.
    public <R> List<PooledResult<R>> executeBatch(List<RowContext> contexts, PooledTask<R> task)
            throws InterruptedException {
        var turns = new TaskCounter();
        BlockingQueue<TaskCompletion.Task<R>> ends = new ArrayBlockingQueue<>(Math.max(1, contexts.size()));
        var gathered = new ResultCollector<R>(contexts.size());
        try (var scope = CallScope.open("pool")) {
            for (RowContext context : contexts) {
                long index = turns.submitted();
                scope.start(new TaskCompletion.Task<>(index, walk(context, task, turns, index)::run, ends));
            }
            while (gathered.goesOn()) {
                gathered.take(ends.take().end());
            }
        }
        ends.forEach(end -> gathered.take(end.end()));
        return gathered.results();
    }

    /// Keeps to another size and other declared limits from now on; whoever is on the wire stays there. Used
    /// by one thread at a time.
    public void tune(PoolConfig changed) {
        config = changed;
        permits.resize(changed.poolSize());
        lane.tune(changed.room(), changed.limits());
    }

    /// How many requests are on the wire now.
    public int onWire() {
        return counters.onWireNow();
    }

    public PoolStatistics statistics() {
        return counters.statistics(config.poolSize(), pacer.peakDelay(), pacer.currentDelay());
    }

    private <R> TaskRunner<R> walk(RowContext context, PooledTask<R> task, TaskCounter turns, long submitIndex) {
        return new TaskRunner<>(
                context, task, new TaskRunner.Means(lane, permits, time, retry, random, counters), turns, submitIndex);
    }
}
