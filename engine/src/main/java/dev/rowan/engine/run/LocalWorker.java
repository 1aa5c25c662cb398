package dev.rowan.engine.run;

import dev.rowan.api.CallScope;
import dev.rowan.api.Time;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.split.SplitCluster;
import dev.rowan.engine.split.SplitListener;
import dev.rowan.engine.split.SplitQueue;
import dev.rowan.engine.startup.RunEnvironment;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.record.WriterId;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// One worker in this process, for a run that was started on a cluster and is resumed without one.
public final class LocalWorker implements SplitCluster {
    private static final int WRITER = 1;

    private final Supplier<Pipeline> pipelines;
    private final Landscape landscape;
    private final RunEnvironment environment;
    private final Time time;
    private final RandomGenerator random;

    /// `pipelines` makes the pipeline of each job: the owner of the run has one of its own. `random` must be
    /// thread-safe.
    public LocalWorker(
            Supplier<Pipeline> pipelines,
            Landscape landscape,
            RunEnvironment environment,
            Time time,
            RandomGenerator random) {
        this.pipelines = pipelines;
        this.landscape = landscape;
        this.environment = environment;
        this.time = time;
        this.random = random;
    }

    @Override
    public void run(SplitJob job, Watch watch) throws IOException, InterruptedException {
        var queue = new SplitQueue();
        job.plan().splits().forEach(split -> queue.submit(split, new IgnoringListener()));
        queue.end();
        var worker = new SplitWorker(
                pipelines.get(),
                landscape,
                new WriterId(job.runId(), job.runEpoch(), WRITER),
                queue,
                environment,
                time,
                random);
        try (var scope = CallScope.openPlatform("rowan-worker")) {
            FutureTask<Boolean> running = scope.fork(() -> {
                worker.run();
                return true;
            });
            boolean ended = false;
            while (!ended) {
                if (!watch.poll()) {
                    worker.interrupt("the owner of the run");
                }
                ended = hasEnded(running);
            }
        }
    }

    private static boolean hasEnded(FutureTask<Boolean> running) throws IOException, InterruptedException {
        try {
            return running.get(1, TimeUnit.SECONDS);
        } catch (TimeoutException _) {
            return false;
        } catch (ExecutionException failed) {
            Throwable cause = Optional.ofNullable(failed.getCause()).orElse(failed);
            throw new IOException(String.valueOf(cause.getMessage()), cause);
        }
    }

    /// The result of the worker shows which splits are done.
    private static final class IgnoringListener implements SplitListener {
        @Override
        public void done() {}

        @Override
        public void postponed() {}

        @Override
        public void failed(Throwable why) {}
    }
}
