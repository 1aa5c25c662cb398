package dev.rowan.engine.schedule;

import dev.rowan.api.CallScope;
import dev.rowan.engine.feed.RowFeed;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.release.Releaser;
import dev.rowan.engine.release.RunComponents;
import dev.rowan.engine.stop.StopCause;
import dev.rowan.engine.stop.StopNote;
import dev.rowan.engine.stop.StopSignal;
import dev.rowan.engine.transform.TransformExecutor;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/// The rows of one run on their way, from the source to the sinks, and the threads that take them there.
///
/// The thread inside [#run] owns the others and waits for them: the reader, one virtual thread for each row,
/// the release thread, and one that watches for the end.
public final class RowFlow {
    /// How long a run that stops at once waits for a database that cannot be reached.
    public static final Duration URGENT_OUTAGE = Duration.ofSeconds(10);

    private static final Duration FOREVER = Duration.ofDays(10_000);
    private static final Duration PATIENCE_WITHOUT_MEMORY = Duration.ofSeconds(3);

    private final Pipeline pipeline;
    private final RunComponents parts;
    private final List<TransformExecutor> executors;
    private final Releaser releaser;
    private final RowFeed feed;
    private final Optional<BatchRunParts> batchWork;
    private final StopSignal.PeriodicTask glance;
    private final StopSignal stop;
    private final Window window;
    private boolean callerInterrupted;

    /// `batchWork` is there when calls go through batch services; `glance` is what the waiting thread does
    /// now and then.
    public RowFlow(
            Pipeline pipeline,
            RunComponents parts,
            Window window,
            List<TransformExecutor> executors,
            Releaser releaser,
            RowFeed feed,
            Optional<BatchRunParts> batchWork,
            StopSignal.PeriodicTask glance) {
        this.glance = glance;
        this.pipeline = pipeline;
        this.parts = parts;
        this.executors = executors;
        this.releaser = releaser;
        this.feed = feed;
        this.batchWork = batchWork;
        this.stop = parts.stop();
        this.window = window;
    }

    /// Lets the rows flow until all are out or the run stops. Tells where reading ended if every row read has
    /// left, else that it was stopped.
    public ReadEnd run(OptionalLong limit) throws InterruptedException {
        try (var release = CallScope.openPlatform("rowan-release");
                var watch = CallScope.openPlatform("rowan-watch");
                var reader = CallScope.openPlatform("rowan-reader");
                var tokens = CallScope.open("row")) {
            stop.onImmediate(() -> {
                tokens.interrupt();
                parts.recorder().shortenOutage(URGENT_OUTAGE);
            });
            try {
                return run(limit, release, watch, reader, tokens);
            } catch (RuntimeException | Error broken) {
                stop.fail(broken);
                close(tokens);
                throw broken;
            }
        } finally {
            stop.onImmediate(() -> {});
        }
    }

    private ReadEnd run(OptionalLong limit, CallScope release, CallScope watch, CallScope reader, CallScope tokens)
            throws InterruptedException {
        FutureTask<Boolean> releasing = release.fork(() -> guarded(this::release, false));
        TokenRunner walk = walk();
        var walks = new RowScheduler(
                parts, window, walk, tokens, pipeline.source().onError(), batchWork.map(RowFlow::parking));
        var rows = new RowReader(feed, parts, window, walk, walks);
        FutureTask<ReadEnd> reading = reader.fork(() -> guarded(() -> read(rows, walks, limit), ReadEnd.STOPPED));
        watch.start(new CompletionMonitor(parts, window, reading, rows, batchWork)::run);
        awaitEnd(reader, watch);
        reader.close();
        close(tokens);
        parts.rejections().finish();
        parts.release().end();
        boolean released = result(releasing);
        return released && parts.progress().isEven() ? result(reading) : ReadEnd.STOPPED;
    }

    /// Waits for the rows' threads. Those that the JVM lost when it was out of memory are given up: they hold nothing
    /// that is not on record or unknown.
    private void close(CallScope tokens) throws InterruptedException {
        if (stop.outOfMemory()) {
            tokens.closeWithin(PATIENCE_WITHOUT_MEMORY);
        } else {
            tokens.close();
        }
    }

    /// Whether the calling thread was interrupted and the flow stopped for it.
    public boolean callerInterrupted() {
        return callerInterrupted;
    }

    private TokenRunner walk() {
        return new TokenRunner(parts.reportedRunId(), executors, pipeline.outputSink(), stop, parts.time());
    }

    private boolean release() throws Exception {
        releaser.run();
        return true;
    }

    private static RowScheduler.Parking parking(BatchRunParts work) {
        return new RowScheduler.Parking(work.rows(), work.reader());
    }

    /// Batch services are gone on with first, so that they take the calls of the rows that come.
    private ReadEnd read(RowReader rows, RowScheduler walks, OptionalLong limit)
            throws IOException, InterruptedException {
        if (batchWork.isPresent()) {
            batchWork.get().batches().start(walks);
        }
        return rows.read(limit);
    }

    /// Waits for the end of the flow; a stop closes the window and gives rows on their way the grace they
    /// have. An interrupt of the calling thread is a stop at once.
    private void awaitEnd(CallScope reader, CallScope watch) {
        try {
            Duration limit = pipeline.run().deadline().orElse(FOREVER);
            if (!stop.awaitFinishOrRequest(limit, glance)) {
                stop.request(new StopCause.Limit("the deadline of " + limit.toMillis() / 1_000.0 + " s"));
            }
            if (stop.requested()) {
                window.close();
                reader.interrupt();
                watch.interrupt();
                StopNote.record(
                        stop.cause().orElseThrow(),
                        parts.progress().rowsRead(),
                        parts.recorder(),
                        parts.time().instant());
                if (!stop.awaitFinishOrImmediate(pipeline.run().stopGrace(), glance)) {
                    stop.stopNow();
                }
            }
        } catch (InterruptedException _) {
            callerInterrupted = true;
            window.close();
            stop.request(new StopCause.Interrupted("an interrupt of the calling thread"));
            stop.stopNow();
        } catch (RuntimeException | Error broken) {
            stop.fail(broken);
        }
    }

    /// Runs the work of one of the run's own threads: what breaks it stops the run, unless it was broken off
    /// by a stop.
    private <T> T guarded(Callable<T> work, T otherwise) {
        try {
            return work.call();
        } catch (Throwable broken) {
            boolean brokenOff = broken instanceof InterruptedException
                    || broken instanceof InterruptedIOException
                    || Thread.interrupted();
            if (!(brokenOff && stop.requested())) {
                stop.fail(broken);
            }
            return otherwise;
        }
    }

    private static <T> T result(FutureTask<T> task) throws InterruptedException {
        try {
            return task.get();
        } catch (ExecutionException broken) {
            throw new IllegalStateException("a guarded thread does not throw", broken);
        }
    }
}
