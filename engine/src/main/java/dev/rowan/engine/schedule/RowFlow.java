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

/// The flow of a run's rows from the source to the sinks, and its threads.
///
/// The thread inside [#run] owns the others and waits for them: the reader, one virtual thread per row, the release
/// thread, and one that detects the end.
public final class RowFlow {
    /// How long a run that stops immediately waits for an unreachable database.
    public static final Duration URGENT_OUTAGE = Duration.ofSeconds(10);

    private static final Duration FOREVER = Duration.ofDays(10_000);
    private static final Duration OUT_OF_MEMORY_TIMEOUT = Duration.ofSeconds(3);

    private final Pipeline pipeline;
    private final RunComponents parts;
    private final List<TransformExecutor> executors;
    private final Releaser releaser;
    private final RowFeed feed;
    private final Optional<DerivedFeed> derived;
    private final Optional<BatchRunParts> batches;
    private final ActiveTime active;
    private final JoinTimers timers;
    private final StopSignal.PeriodicTask periodic;
    private final StopSignal stop;
    private final Window window;
    private boolean callerInterrupted;

    /// `derived` is present if there are aggregates, `batches` if calls go through batch services or share answers;
    /// `active` measures
    /// the age of joins; `periodic` is what the waiting thread does meanwhile.
    public RowFlow(
            Pipeline pipeline,
            RunComponents parts,
            Window window,
            List<TransformExecutor> executors,
            Releaser releaser,
            RowFeed feed,
            Optional<DerivedFeed> derived,
            Optional<BatchRunParts> batches,
            ActiveTime active,
            StopSignal.PeriodicTask periodic) {
        this.periodic = periodic;
        this.active = active;
        this.timers = new JoinTimers(parts.time());
        this.pipeline = pipeline;
        this.parts = parts;
        this.executors = executors;
        this.releaser = releaser;
        this.feed = feed;
        this.derived = derived;
        this.batches = batches;
        this.stop = parts.stop();
        this.window = window;
    }

    /// Runs until all rows are released or the run stops. Returns where reading ended if every row read was
    /// released, else `STOPPED`.
    public ReadEnd run(OptionalLong limit) throws InterruptedException {
        try (var release = CallScope.openPlatform("rowan-release");
                var watch = CallScope.openPlatform("rowan-watch");
                var reader = CallScope.openPlatform("rowan-reader");
                var tokens = CallScope.open("row");
                var clock = CallScope.open("rowan-timers");
                timers) {
            if (pipeline.graph().hasTimeouts()) {
                clock.start(timers::run);
            }
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
        RowRunner runner = runner(tokens);
        var quarantine = new Quarantine(pipeline);
        var scheduler = new RowScheduler(parts, window, runner, tokens, quarantine, batches.map(RowFlow::parking));
        var rows = new RowReader(
                feed, derived, pipeline.graph().aggregates(), parts, window, runner, scheduler, quarantine);
        FutureTask<ReadEnd> reading = reader.fork(() -> guarded(() -> read(rows, scheduler, limit), ReadEnd.STOPPED));
        watch.start(new CompletionMonitor(parts, window, reading, rows, batches)::run);
        awaitEnd(reader, watch);
        reader.close();
        close(tokens);
        parts.rejections().finish();
        parts.release().end();
        boolean released = result(releasing);
        return released && parts.progress().isEven() ? result(reading) : ReadEnd.STOPPED;
    }

    /// Waits for the rows' threads. Threads that the JVM lost when it was out of memory are abandoned: they hold
    /// nothing that is not recorded or unknown.
    private void close(CallScope tokens) throws InterruptedException {
        if (stop.outOfMemory()) {
            tokens.closeWithin(OUT_OF_MEMORY_TIMEOUT);
        } else {
            tokens.close();
        }
    }

    /// Whether the calling thread was interrupted, which stopped the flow.
    public boolean callerInterrupted() {
        return callerInterrupted;
    }

    private RowRunner runner(CallScope tokens) {
        return new RowRunner(pipeline, executors, tokens, timers, active, parts);
    }

    private boolean release() throws Exception {
        releaser.run();
        return true;
    }

    private static RowScheduler.Parking parking(BatchRunParts work) {
        return new RowScheduler.Parking(work.rows(), work.reader());
    }

    /// Starts the batch services first, so that they accept the calls of rows.
    private ReadEnd read(RowReader rows, RowScheduler scheduler, OptionalLong limit)
            throws IOException, InterruptedException {
        if (batches.isPresent()) {
            batches.get().batches().start(scheduler);
            batches.get().shared().ifPresent(calls -> calls.start(scheduler::wake));
        }
        return rows.read(limit);
    }

    /// Waits for the end of the flow. A stop closes the window and gives rows in flight their grace period; an
    /// interrupt of the calling thread stops immediately.
    private void awaitEnd(CallScope reader, CallScope watch) {
        try {
            Duration limit = pipeline.run().deadline().orElse(FOREVER);
            if (!stop.awaitFinishOrRequest(limit, periodic)) {
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
                if (!stop.awaitFinishOrImmediate(pipeline.run().stopGrace(), periodic)) {
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

    /// Runs one of the run's own threads: a failure stops the run, unless a stop caused it.
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
