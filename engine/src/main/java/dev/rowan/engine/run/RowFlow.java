package dev.rowan.engine.run;

import dev.rowan.api.CallScope;
import dev.rowan.api.Row;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.run.RowReader.Until;
import dev.rowan.engine.transform.TransformExecutor;
import dev.rowan.landscape.record.LogEntry;
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
final class RowFlow {
    /// The note of a stop, and the fact that the run cannot go on until someone puts something right.
    static final String STOP_NOTE = "stop_requested";

    static final String BLOCKED = "blocked";

    /// How long a run that stops at once waits for a database that cannot be reached.
    static final Duration URGENT_OUTAGE = Duration.ofSeconds(10);

    private static final Duration FOREVER = Duration.ofDays(10_000);
    private static final Duration PATIENCE_WITHOUT_MEMORY = Duration.ofSeconds(3);

    private final Pipeline pipeline;
    private final RunComponents parts;
    private final List<TransformExecutor> executors;
    private final Releaser releaser;
    private final RowFeed feed;
    private final Optional<BatchRunParts> batchWork;
    private final StopSignal.Glance glance;
    private final StopSignal stop;
    private final Window window;
    private boolean callerInterrupted;

    /// `batchWork` is there when calls go through batch services; `glance` is what the waiting thread does
    /// now and then.
    RowFlow(
            Pipeline pipeline,
            RunComponents parts,
            List<TransformExecutor> executors,
            Releaser releaser,
            RowFeed feed,
            Optional<BatchRunParts> batchWork,
            StopSignal.Glance glance) {
        this.glance = glance;
        this.pipeline = pipeline;
        this.parts = parts;
        this.executors = executors;
        this.releaser = releaser;
        this.feed = feed;
        this.batchWork = batchWork;
        this.stop = parts.stop();
        this.window = parts.window();
    }

    /// Lets the rows flow until all are out or the run stops. Tells where reading ended if every row read has
    /// left, else that it was stopped.
    Until run(OptionalLong limit) throws InterruptedException {
        try (var release = CallScope.openPlatform("rowan-release");
                var watch = CallScope.openPlatform("rowan-watch");
                var reader = CallScope.openPlatform("rowan-reader");
                var tokens = CallScope.open("row")) {
            stop.whenUrgent(() -> {
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
            stop.whenUrgent(() -> {});
        }
    }

    private Until run(OptionalLong limit, CallScope release, CallScope watch, CallScope reader, CallScope tokens)
            throws InterruptedException {
        FutureTask<Boolean> releasing = release.fork(() -> guarded(this::release, false));
        TokenRunner walk = walk();
        var walks = new RowScheduler(parts, walk, tokens, pipeline.source().onError(), batchWork.map(RowFlow::parking));
        var rows = new RowReader(feed, parts, walk, walks);
        FutureTask<Until> reading = reader.fork(() -> guarded(() -> read(rows, walks, limit), Until.STOPPED));
        watch.start(new CompletionMonitor(parts, reading, rows, batchWork)::run);
        awaitEnd(reader, watch);
        reader.close();
        close(tokens);
        parts.rejections().finish();
        parts.leaving().end();
        boolean released = result(releasing);
        return released && parts.progress().isEven() ? result(reading) : Until.STOPPED;
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
    boolean callerInterrupted() {
        return callerInterrupted;
    }

    private TokenRunner walk() {
        return new TokenRunner(parts.toldRun(), executors, pipeline.outputSink(), stop, parts.time());
    }

    private boolean release() throws Exception {
        releaser.run();
        return true;
    }

    private static RowScheduler.Parking parking(BatchRunParts work) {
        return new RowScheduler.Parking(work.rows(), work.reader());
    }

    /// Batch services are gone on with first, so that they take the calls of the rows that come.
    private Until read(RowReader rows, RowScheduler walks, OptionalLong limit)
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
                stop.request(new StopSignal.Cause.Limit("the deadline of " + limit.toMillis() / 1_000.0 + " s"));
            }
            if (stop.requested()) {
                window.close();
                reader.interrupt();
                watch.interrupt();
                noteStop();
                if (!stop.awaitFinishOrUrgency(pipeline.run().stopGrace(), glance)) {
                    stop.hurry();
                }
            }
        } catch (InterruptedException _) {
            callerInterrupted = true;
            window.close();
            stop.request(new StopSignal.Cause.Interrupted("an interrupt of the calling thread"));
            stop.hurry();
        } catch (RuntimeException | Error broken) {
            stop.fail(broken);
        }
    }

    /// Records why the run was asked to stop, while rows may still be on their way. A defect speaks for
    /// itself, and one that only waits has nothing on its way.
    private void noteStop() throws InterruptedException {
        switch (stop.cause().orElseThrow()) {
            case StopSignal.Cause.Interrupted(var by) -> noteStop(stopFacts(by));
            case StopSignal.Cause.Limit(var what) -> noteStop(stopFacts(what));
            case StopSignal.Cause.Blocked(var why) -> noteStop(stopFacts(why).with(BLOCKED, true));
            case StopSignal.Cause.Failure _, StopSignal.Cause.Waiting _ -> {}
        }
    }

    private Row stopFacts(String by) {
        return Row.of("by", by).with("rows_read", parts.progress().rowsRead());
    }

    private void noteStop(Row facts) throws InterruptedException {
        parts.recorder().record(new LogEntry.RunNoted(STOP_NOTE, parts.time().instant(), facts.asMap()));
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
