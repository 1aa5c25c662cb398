package dev.rowan.engine.run;

import dev.rowan.api.Row;
import dev.rowan.api.Time;
import dev.rowan.api.call.Usd;
import dev.rowan.api.plugin.BatchTransform;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Sink;
import dev.rowan.engine.call.Budget;
import dev.rowan.engine.call.CallDesk;
import dev.rowan.engine.call.CallTally;
import dev.rowan.engine.call.NodeCalls;
import dev.rowan.engine.fault.Armed;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.Pipeline.SinkNode;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import dev.rowan.engine.pool.Pacers;
import dev.rowan.engine.run.RowReader.Until;
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
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/// One run of a pipeline, from its first row to its seal.
///
/// The thread inside [#run] owns the run: it opens and closes everything, and waits for the [Flow]. The reader thread
/// owns the source, each row has a virtual thread, the release thread owns the sinks. Any thread may ask for
/// [#progress] or stop the run. `random` is asked by many threads at once, so it must be safe for that.
public final class PipelineRun {
    private final Pipeline pipeline;
    private final Landscape landscape;
    private final RunRequest request;
    private final Surroundings surroundings;
    private final Time time;
    private final RandomGenerator random;
    private final String runId;
    private final Window window;
    private final Leaving leaving;
    private final StopSignal stop = new StopSignal();
    private final RunProgress progress = new RunProgress();
    private volatile Optional<CallDesk> calls = Optional.empty();
    private boolean callerInterrupted;

    /// A run of a pipeline that calls nobody.
    public PipelineRun(Pipeline pipeline, Landscape landscape, RunRequest request, Time time, RandomGenerator random) {
        this(pipeline, landscape, request, Surroundings.none(), time, random);
    }

    public PipelineRun(
            Pipeline pipeline,
            Landscape landscape,
            RunRequest request,
            Surroundings surroundings,
            Time time,
            RandomGenerator random) {
        this.pipeline = Armed.pipeline(pipeline, surroundings.faults());
        this.landscape = Armed.landscape(landscape, surroundings.faults());
        this.request = request;
        this.surroundings = surroundings;
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
        return progress.snapshot(
                window.inside(), leaving.held(), calls.map(CallDesk::progress).orElse(CallTally.Snapshot.NONE));
    }

    /// Asks the run to stop: rows on their way arrive first. A second request stops at once.
    public void interrupt(String by) {
        stop.request(new StopSignal.Cause.Interrupted(by));
    }

    /// Runs the pipeline. What the user can fix before anything is written is a [PluginException]; a run that could not
    /// go on is a [RunDefect].
    public RunResult run() throws IOException, InterruptedException {
        long started = time.nanos();
        RunSetup setup = prepare();
        checkSinks();
        pipeline.source().source().open();
        try (Closing closing = new Closing()) {
            closing.add(pipeline.source().source());
            progress.sourceOpened(pipeline.source().source().size());
            LandscapeRecorder recorder = landscape.start(RunRecord.of(runId, pipeline, request, setup));
            closing.add(recorder);
            Through through = new Through(Until.STOPPED, Map.of());
            try {
                through = work(recorder, setup, closing);
            } catch (IOException | RuntimeException | Error broken) {
                stop.request(new StopSignal.Cause.Failure(broken));
            }
            RunEnd end = endOf(through.until());
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
                    through.marks(),
                    head,
                    setup.simulated());
            HeadFile.writeBeside(pipeline.sinks(), result);
            return result;
        } finally {
            if (callerInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /// How far the rows came, and the sinks with them.
    private record Through(Until until, Map<String, Sink.Mark> marks) {}

    /// Takes the rows through. Transforms are closed before the run is sealed, so that the answers their workers still
    /// give are part of the record; they are opened before the sinks, which may replace output that is there.
    private Through work(LandscapeRecorder recorder, RunSetup setup, Closing sinks)
            throws IOException, InterruptedException {
        var desk = desk(recorder, setup);
        calls = Optional.of(desk);
        stop.whenRequested(desk::stop);
        var parts = new RunParts(runId, recorder, window, leaving, stop, progress, time);
        try (var transforms = new Closing();
                LandscapeReader reader = landscape.reader()) {
            for (TransformNode node : pipeline.transforms()) {
                node.transform().open();
                transforms.add(node.transform());
            }
            for (SinkNode node : pipeline.sinks()) {
                node.sink().open(request.existing());
                sinks.add(node.sink());
            }
            var releaser = new Releaser(pipeline, parts, reader);
            List<NodeCalls> made = new ArrayList<>();
            var flow = new Flow(pipeline, parts, executors(parts, desk, made, transforms), releaser);
            Until until = flow.run(request.limit());
            callerInterrupted = flow.callerInterrupted();
            Map<String, Sink.Mark> marks = releaser.finish();
            noteMetrics(recorder);
            notePools(recorder, made);
            return new Through(until, marks);
        }
    }

    /// Lets every plugin take what it needs. What is missing is found before anything is touched.
    private RunSetup prepare() throws IOException, InterruptedException {
        var setup = new RunSetup(surroundings, time, pipeline.run().maxCost().isPresent());
        List<String> problems = new ArrayList<>();
        prepare("source", problems, () -> pipeline.source().source().prepare(setup));
        for (TransformNode node : pipeline.transforms()) {
            prepare(
                    "transform '" + node.name() + "'",
                    problems,
                    () -> node.transform().prepare(setup));
        }
        for (SinkNode node : pipeline.sinks()) {
            prepare("sink '" + node.name() + "'", problems, () -> node.sink().prepare(setup));
        }
        if (!problems.isEmpty()) {
            throw new PluginException(String.join("\n", problems));
        }
        return setup;
    }

    private interface Preparing {
        void run() throws IOException, InterruptedException;
    }

    private static void prepare(String who, List<String> problems, Preparing preparing)
            throws IOException, InterruptedException {
        try {
            preparing.run();
        } catch (PluginException missing) {
            problems.add(who + ": " + missing.getMessage());
        }
    }

    private CallDesk desk(LandscapeRecorder recorder, RunSetup setup) {
        var budget = new Budget(pipeline.run().maxCost(), Usd.ZERO);
        var pacers = new Pacers(time, new SplittableRandom(random.nextLong()));
        return new CallDesk(
                Armed.wire(surroundings.wire(), surroundings.faults()),
                setup.redaction(),
                recorder,
                budget,
                pacers,
                stop,
                time,
                random,
                setup.simulated());
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

    private List<TransformExecutor> executors(RunParts parts, CallDesk desk, List<NodeCalls> made, Closing closing) {
        var executors = new ArrayList<TransformExecutor>();
        for (TransformNode node : pipeline.transforms()) {
            Optional<NodeCalls> nodeCalls = node.pool().map(_ -> desk.node(node));
            nodeCalls.ifPresent(made::add);
            var executor = new TransformExecutor(node, nodeCalls, parts.recorder(), time, random, stop);
            closing.add(executor);
            executors.add(executor);
        }
        return executors;
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

    private void notePools(LandscapeRecorder recorder, List<NodeCalls> made) throws InterruptedException {
        for (NodeCalls node : made) {
            for (var pool : node.statistics().entrySet()) {
                recorder.record(new Entry.RunNoted(
                        "pool_statistics", time.instant(), PoolFacts.of(node.name(), pool.getKey(), pool.getValue())));
            }
        }
    }

    private RunEnd endOf(Until until) {
        long read = progress.rowsRead();
        if (until == Until.STOPPED && !stop.requested()) {
            stop.request(new StopSignal.Cause.Failure(new IllegalStateException("rows are missing without a cause")));
        }
        return switch (stop.cause().orElse(null)) {
            case StopSignal.Cause.Failure(var defect) ->
                new RunEnd(RunEnd.Status.FAILED, read, Optional.of(RunDefect.words(defect)));
            case StopSignal.Cause.Interrupted(var by)
            when until == Until.STOPPED -> new RunEnd(RunEnd.Status.INTERRUPTED, read, Optional.of("stopped by " + by));
            case StopSignal.Cause.Blocked(var why)
            when until == Until.STOPPED -> new RunEnd(RunEnd.Status.FAILED, read, Optional.of(why));
            case StopSignal.Cause.Limit(var what)
            when until == Until.STOPPED -> new RunEnd(RunEnd.Status.LIMITED, read, Optional.of("stopped by " + what));
            case null, default ->
                until == Until.LIMIT
                        ? new RunEnd(
                                RunEnd.Status.LIMITED, read, Optional.of("stopped by the limit of " + read + " rows"))
                        : new RunEnd(RunEnd.Status.COMPLETED, read, Optional.empty());
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
