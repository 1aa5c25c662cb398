package dev.rowan.engine.run;

import dev.rowan.api.CallScope;
import dev.rowan.api.Row;
import dev.rowan.api.Time;
import dev.rowan.api.plugin.BatchTransform;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Sink;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.Pipeline.SinkNode;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import dev.rowan.engine.transform.TransformExecutor;
import dev.rowan.landscape.Head;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.record.Entry;
import dev.rowan.landscape.record.RunEnd;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.random.RandomGenerator;

/// One run of a pipeline, from its first row to its seal.
///
/// The thread inside [#run] owns the run: it opens and closes everything, and waits. The reader thread owns the source,
/// each row has a virtual thread, the release thread owns the sinks. Any thread may ask for [#progress] or stop the
/// run.
public final class PipelineRun {
    private static final Duration FOREVER = Duration.ofDays(10_000);

    private final Pipeline pipeline;
    private final Landscape landscape;
    private final RunRequest request;
    private final Time time;
    private final RandomGenerator random;
    private final String runId;
    private final Window window;
    private final Leaving leaving;
    private final StopSignal stop = new StopSignal();
    private final RunProgress progress = new RunProgress();
    private boolean callerInterrupted;

    public PipelineRun(Pipeline pipeline, Landscape landscape, RunRequest request, Time time, RandomGenerator random) {
        this.pipeline = pipeline;
        this.landscape = landscape;
        this.request = request;
        this.time = time;
        this.random = random;
        this.runId = RunId.create(time.instant(), random);
        this.window = new Window(pipeline.run().window());
        this.leaving = new Leaving(pipeline.run());
    }

    public String runId() {
        return runId;
    }

    public RunProgress.Snapshot progress() {
        return progress.snapshot(window.inside(), leaving.held());
    }

    /// Asks the run to stop: rows on their way arrive first. A second request stops at once.
    public void interrupt(String by) {
        stop.request(new StopSignal.Cause.Interrupted(by));
    }

    /// Runs the pipeline. What the user can fix before anything is written is a [PluginException]; a run that could not
    /// go on is a [RunDefect].
    public RunResult run() throws IOException, InterruptedException {
        long started = time.nanos();
        checkSinks();
        pipeline.source().source().open();
        try (Closing closing = new Closing()) {
            closing.add(pipeline.source().source());
            progress.sourceOpened(pipeline.source().source().size());
            LandscapeRecorder recorder = landscape.start(RunRecord.of(runId, pipeline, request));
            closing.add(recorder);
            Map<String, Sink.Mark> marks = Map.of();
            boolean exhausted = false;
            try {
                openNodes(closing);
                var parts = new RunParts(runId, recorder, window, leaving, stop, progress, time);
                try (LandscapeReader reader = landscape.reader()) {
                    var releaser = new Releaser(pipeline, parts, reader);
                    exhausted = flow(parts, releaser);
                    marks = releaser.finish();
                }
                noteMetrics(recorder);
            } catch (IOException | RuntimeException broken) {
                stop.request(new StopSignal.Cause.Failure(broken));
            }
            RunEnd end = endOf(exhausted);
            Head head = seal(recorder, end);
            failIfBroken();
            var result = new RunResult(
                    runId,
                    pipeline.name(),
                    end.status(),
                    end.why(),
                    progress(),
                    Duration.ofNanos(time.nanos() - started),
                    window.peak(),
                    marks,
                    head);
            HeadFile.writeBeside(pipeline.sinks(), result);
            return result;
        } finally {
            if (callerInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /// Everything that would keep the sinks from opening, before anything is touched.
    private void checkSinks() throws PluginException {
        List<String> problems = pipeline.sinks().stream()
                .flatMap(node ->
                        node.sink().check(request.existing()).map(p -> "sink '" + node.name() + "': " + p).stream())
                .toList();
        if (!problems.isEmpty()) {
            throw new PluginException(String.join("\n", problems));
        }
    }

    private void openNodes(Closing closing) throws IOException {
        for (SinkNode node : pipeline.sinks()) {
            node.sink().open(request.existing());
            closing.add(node.sink());
        }
        for (TransformNode node : pipeline.transforms()) {
            node.transform().open();
            closing.add(node.transform());
        }
    }

    /// Lets the rows flow until all are out or the run stops. True when the source is exhausted and every row has left.
    private boolean flow(RunParts parts, Releaser releaser) throws InterruptedException {
        try (var release = CallScope.openPlatform("rowan-release");
                var reader = CallScope.openPlatform("rowan-reader");
                var tokens = CallScope.open("row");
                var executors = new Closing()) {
            stop.whenUrgent(tokens::interrupt);
            var walk = new TokenWalk(runId, executors(parts, executors), pipeline.outputSink(), stop, time);
            FutureTask<Boolean> releasing = release.fork(() -> guarded(() -> {
                releaser.run();
                return true;
            }));
            FutureTask<Boolean> reading = reader.fork(
                    () -> guarded(() -> new RowReader(pipeline.source(), parts, walk, tokens).read(request.limit())));
            reader.start(() -> finishWhenThrough(reading));
            awaitEnd(reading);
            tokens.close();
            leaving.end();
            return result(releasing) && result(reading) && progress.rowsEnded() == progress.rowsRead();
        } finally {
            stop.whenUrgent(() -> {});
        }
    }

    /// Tells the waiting thread when the source is read and no row is on its way.
    private void finishWhenThrough(FutureTask<Boolean> reading) {
        try {
            boolean _ = result(reading);
            window.awaitEmpty(FOREVER);
            stop.finish();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private List<TransformExecutor> executors(RunParts parts, Closing closing) {
        var executors = new ArrayList<TransformExecutor>();
        for (TransformNode node : pipeline.transforms()) {
            var executor = new TransformExecutor(node, parts.recorder(), time, random, stop);
            closing.add(executor);
            executors.add(executor);
        }
        return executors;
    }

    /// Waits for the end of the flow; a stop closes the window and gives rows on their way the grace they have. An
    /// interrupt of the calling thread is a stop at once.
    private void awaitEnd(FutureTask<Boolean> reading) {
        try {
            Duration limit = pipeline.run().deadline().orElse(FOREVER);
            if (!stop.awaitFinishOrRequest(limit)) {
                stop.request(new StopSignal.Cause.Limit("the deadline of " + limit.toSeconds() + " s"));
            }
            if (stop.requested()) {
                window.close();
                reading.cancel(true);
                stop.awaitFinishOrUrgency(pipeline.run().stopGrace());
            }
        } catch (InterruptedException _) {
            callerInterrupted = true;
            window.close();
            reading.cancel(true);
            stop.request(new StopSignal.Cause.Interrupted("an interrupt of the calling thread"));
        }
    }

    private interface Work {
        boolean run() throws Exception;
    }

    /// Runs one of the run's own threads: what breaks it stops the run.
    private boolean guarded(Work work) {
        try {
            return work.run();
        } catch (InterruptedException _) {
            return false;
        } catch (Throwable defect) {
            if (!(defect instanceof IOException && stop.requested() && Thread.interrupted())) {
                stop.request(new StopSignal.Cause.Failure(defect));
            }
            return false;
        }
    }

    private static boolean result(FutureTask<Boolean> task) throws InterruptedException {
        try {
            return task.get();
        } catch (CancellationException _) {
            return false;
        } catch (ExecutionException broken) {
            throw new IllegalStateException(broken);
        }
    }

    private void noteMetrics(LandscapeRecorder recorder) throws InterruptedException {
        for (TransformNode node : pipeline.transforms()) {
            if (node.transform() instanceof BatchTransform batch
                    && !batch.batchMetrics().isEmpty()) {
                recorder.record(new Entry.RunNoted(
                        "batch_metrics",
                        time.instant(),
                        Row.of("node", node.name())
                                .with("metrics", batch.batchMetrics())
                                .asMap()));
            }
        }
    }

    private RunEnd endOf(boolean exhausted) {
        long read = progress.rowsRead();
        if (exhausted
                && stop.cause()
                        .filter(c -> c instanceof StopSignal.Cause.Failure)
                        .isEmpty()) {
            return new RunEnd(RunEnd.Status.COMPLETED, read, Optional.empty());
        }
        return switch (stop.cause().orElseThrow(() -> new IllegalStateException("rows are missing without a cause"))) {
            case StopSignal.Cause.Interrupted(var by) ->
                new RunEnd(RunEnd.Status.INTERRUPTED, read, Optional.of("stopped by " + by));
            case StopSignal.Cause.Limit(var what) ->
                new RunEnd(RunEnd.Status.LIMITED, read, Optional.of("stopped by " + what));
            case StopSignal.Cause.Failure(var defect) ->
                new RunEnd(RunEnd.Status.FAILED, read, Optional.of(String.valueOf(defect.getMessage())));
        };
    }

    /// Records the end. When the landscape itself is what broke, that is the failure to tell, not this one.
    private Head seal(LandscapeRecorder recorder, RunEnd end) throws InterruptedException {
        try {
            return recorder.end(end);
        } catch (RuntimeException unsealed) {
            stop.request(new StopSignal.Cause.Failure(unsealed));
            failIfBroken();
            throw unsealed;
        }
    }

    private void failIfBroken() {
        if (stop.cause().orElse(null) instanceof StopSignal.Cause.Failure(var defect)) {
            throw new RunDefect(runId, defect);
        }
    }
}
