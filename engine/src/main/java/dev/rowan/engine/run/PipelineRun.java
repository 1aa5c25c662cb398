package dev.rowan.engine.run;

import dev.rowan.api.Time;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Sink;
import dev.rowan.engine.batch.ArtifactsException;
import dev.rowan.engine.batch.BatchContext;
import dev.rowan.engine.batch.BatchNode;
import dev.rowan.engine.batch.BatchServices;
import dev.rowan.engine.batch.auto.AutoPolicy;
import dev.rowan.engine.batch.auto.RealtimeThroughput;
import dev.rowan.engine.batch.runtime.BatchRuntime;
import dev.rowan.engine.call.BatchQueue;
import dev.rowan.engine.call.Budget;
import dev.rowan.engine.call.CallContext;
import dev.rowan.engine.call.CallStatistics;
import dev.rowan.engine.call.EarlierAnswers;
import dev.rowan.engine.call.NodeCalls;
import dev.rowan.engine.call.RejectionSeries;
import dev.rowan.engine.call.Replay;
import dev.rowan.engine.fault.FaultInjection;
import dev.rowan.engine.observe.RunEvent;
import dev.rowan.engine.observe.RunEventPublisher;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import dev.rowan.engine.pool.Pacers;
import dev.rowan.engine.pool.PoolConfig;
import dev.rowan.engine.run.RowReader.Until;
import dev.rowan.engine.stop.BackoffWait;
import dev.rowan.engine.transform.TransformExecutor;
import dev.rowan.landscape.ControlRequestStore;
import dev.rowan.landscape.Head;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.record.RunEnd;
import dev.rowan.landscape.record.Sample;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/// One run of a pipeline, from its first row to its seal.
///
/// The thread inside [#run] owns the run: it opens and closes everything, and waits for the [RowFlow]. The
/// reader thread owns the source, each row has a virtual thread, the release thread owns the sinks. Any
/// thread may ask for [#progress] or stop the run. `random` is asked by many threads at once, so it must be
/// safe for that.
public final class PipelineRun {
    private final Pipeline pipeline;
    private final Landscape landscape;
    private final RunRequest request;
    private final RunEnvironment surroundings;
    private final RunEventPublisher telling;
    private final Time time;
    private final RandomGenerator random;
    private final String runId;
    private final Window window;
    private final OrderedRelease leaving;
    private final ParkedRows parked = new ParkedRows();
    private final StopSignal stop = new StopSignal();
    private final RunProgress progress = new RunProgress();
    private final HeadRowMonitor head;
    private final BatchStartup opening;
    private volatile Optional<CallContext> calls = Optional.empty();
    private volatile Optional<BatchServices> batches = Optional.empty();
    private volatile Optional<RunSupervisor> watch = Optional.empty();
    private volatile Optional<LandscapeRecorder> recorded = Optional.empty();
    private boolean callerInterrupted;

    /// A run of a pipeline that calls nobody.
    public PipelineRun(Pipeline pipeline, Landscape landscape, RunRequest request, Time time, RandomGenerator random) {
        this(pipeline, landscape, request, RunEnvironment.none(), time, random);
    }

    public PipelineRun(
            Pipeline pipeline,
            Landscape landscape,
            RunRequest request,
            RunEnvironment surroundings,
            Time time,
            RandomGenerator random) {
        this(pipeline, landscape, request, surroundings, time, random, BatchRuntime::new);
    }

    PipelineRun(
            Pipeline pipeline,
            Landscape landscape,
            RunRequest request,
            RunEnvironment surroundings,
            Time time,
            RandomGenerator random,
            BatchStartup opening) {
        this(pipeline, landscape, request, surroundings, time, random, opening, OrderedRelease.MOST_HELD);
    }

    /// `mostHeld` is how many finished rows may wait behind one that is not.
    PipelineRun(
            Pipeline pipeline,
            Landscape landscape,
            RunRequest request,
            RunEnvironment surroundings,
            Time time,
            RandomGenerator random,
            BatchStartup opening,
            int mostHeld) {
        this.opening = opening;
        this.pipeline = FaultInjection.pipeline(settled(pipeline, request.beginning()), surroundings.faults());
        this.landscape = FaultInjection.landscape(landscape, surroundings.faults());
        this.request = request;
        this.surroundings = surroundings;
        this.telling = RunEventPublisher.to(surroundings.observer());
        this.time = time;
        this.random = random;
        this.runId = request.beginning() instanceof RunStartMode.Resumed(var resumed, var _)
                ? resumed
                : RunId.create(time.instant(), random);
        this.window = new Window(pipeline.run().window(), windowMemory(pipeline));
        this.leaving = new OrderedRelease(this.pipeline.run(), mostHeld);
        this.head = new HeadRowMonitor(leaving, parked, stop, time);
        progress.limitTo(request.limit());
    }

    /// A run that repeats another lets its rows leave in that one's order, which is the order they come in.
    /// What sends nothing needs no limit of time and cost.
    private static Pipeline settled(Pipeline pipeline, RunStartMode beginning) {
        return beginning instanceof RunStartMode.Replayed replayed
                ? pipeline.with(pipeline.run().inOrder(replayed.replay().isStrict()))
                : pipeline;
    }

    private static long windowMemory(Pipeline pipeline) {
        return pipeline.run().windowMemory().orElseGet(Window::defaultMemory);
    }

    private Optional<RunStartMode.Replayed> replayed() {
        return request.beginning() instanceof RunStartMode.Replayed replayed ? Optional.of(replayed) : Optional.empty();
    }

    /// Whether the run is one that leaves nothing behind but its output.
    private boolean isPassing() {
        return replayed().map(of -> of.replay().isStrict()).orElse(false);
    }

    public String runId() {
        return runId;
    }

    public RunProgress.Snapshot progress() {
        return progress.snapshot(
                new RunProgress.Inside(
                        window.inside(),
                        leaving.held(),
                        parked.waiting(),
                        stop.paused(),
                        recorded.flatMap(LandscapeRecorder::outage),
                        head.look(calls)),
                calls.map(CallContext::progress).orElse(CallStatistics.Snapshot.NONE),
                batches.map(BatchServices::jobs).orElse(List.of()));
    }

    /// How it stands now, as it notes it of itself; empty before it works. Any thread may ask.
    public Optional<Sample> sample() {
        return watch.map(RunSupervisor::sample);
    }

    /// Whether the run stops because there was no memory left; allocates nothing.
    public boolean outOfMemory() {
        return stop.outOfMemory();
    }

    /// Stops the run at once because the heap is full, also when none of its threads could say so.
    public void heapFull(OutOfMemoryError full) {
        stop.fail(full);
    }

    /// About how many bytes of memory the rows take that wait for batch services.
    long parkedBytes() {
        return parked.bytes();
    }

    /// Asks the run to stop: rows on their way arrive first. A second request stops at once.
    public void interrupt(String by) {
        stop.request(new StopSignal.Cause.Interrupted(by));
    }

    /// Runs the pipeline. What the user can fix before anything is written is a [PluginException]; a run that
    /// could not go on is a [RunDefect].
    public RunResult run() throws IOException, InterruptedException {
        long started = time.nanos();
        RunSetup setup = PluginPreparation.of(pipeline, surroundings, request.beginning(), time);
        if (!setup.simulated()) {
            JobHostCheck.check(pipeline, landscape, request.beginning());
        }
        refuseUnusableArtifacts();
        var ending = new RunShutdown(runId, pipeline.sinks(), pipeline.run(), stop);
        try (ResourceCloser closing = new ResourceCloser()) {
            OpenedRun begun = new RunStartup(pipeline, landscape, request, setup, progress, closing).begin(runId);
            LandscapeRecorder recorder = begun.recorder();
            recorded = Optional.of(recorder);
            telling.publish(() -> new RunEvent.RunBegan(
                    runId,
                    pipeline.name(),
                    time.instant(),
                    request.beginning() instanceof RunStartMode.Resumed,
                    setup.simulated()));
            Through through = new Through(Until.STOPPED, Map.of());
            try {
                through = work(begun, setup, closing);
            } catch (IOException | RuntimeException | Error broken) {
                stop.fail(broken);
            }
            RunEnd end = ending.endOf(through.until(), progress.rowsRead());
            Head head = ending.seal(recorder, end);
            watch.ifPresent(RunSupervisor::runEnded);
            telling.publish(() -> new RunEvent.RunEnded(
                    runId, time.instant(), end.status(), end.why(), progress.rowsRead(), progress.rowsEnded()));
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
            if (!isPassing()) {
                ending.writeHead(result);
            }
            ending.failIfBroken();
            return result;
        } finally {
            watch.ifPresent(RunSupervisor::close);
            if (callerInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /// How far the rows came, and the sinks with them.
    private record Through(Until until, Map<String, Sink.Mark> marks) {}

    /// Takes the rows through. Transforms are closed before the run is sealed, so that the answers their
    /// workers still give are part of the record; they are opened before the sinks, which may replace output
    /// that is there.
    private Through work(OpenedRun begun, RunSetup setup, ResourceCloser sinks)
            throws IOException, InterruptedException {
        LandscapeRecorder recorder = begun.recorder();
        var rejections = new RejectionSeries(
                pipeline.run().maxSameError(), pipeline.run().reorderMemory(), stop);
        var desk = desk(begun, setup, rejections);
        calls = Optional.of(desk);
        stop.whenRequested(() -> {
            desk.stop();
            if (stop.atOnce()) {
                recorder.shortenOutage(RowFlow.URGENT_OUTAGE);
            }
        });
        var parts = new RunComponents(
                runId,
                replayed().map(RunStartMode.Replayed::runId).orElse(runId),
                recorder,
                window,
                leaving,
                stop,
                progress,
                rejections,
                telling,
                time);
        try (var transforms = new ResourceCloser();
                LandscapeReader reader = landscape.reader()) {
            for (TransformNode node : pipeline.transforms()) {
                node.transform().open();
                transforms.add(node.transform());
            }
            Sinks.open(pipeline.sinks(), begun.marks(), begun.existing(), recorder, time, sinks);
            var releaser = new Releaser(pipeline, parts, reader);
            List<NodeCalls> made = new ArrayList<>();
            Optional<BatchRunParts> work = begun.batches()
                    ? Optional.of(batchWork(begun, setup, desk, rejections, transforms))
                    : Optional.empty();
            List<TransformExecutor> executors = executors(parts, desk, begun.earlier(), made, transforms);
            var watched = new RunSupervisor.Watched(this::progress, executors, made, desk, batches);
            watch = Optional.of(new RunSupervisor(watched, parts, begun.sampled(), this::openOrders));
            if (request.beginning() instanceof RunStartMode.Resumed) {
                watch.get().begin(reader, begun.olderOrders());
            }
            var flow = new RowFlow(pipeline, parts, executors, releaser, begun.feed(), work, watch.get());
            Until until = flow.run(request.limit());
            callerInterrupted = flow.callerInterrupted();
            Map<String, Sink.Mark> marks = releaser.finish();
            watch.get().rowsEnded();
            ClosingNotes.metrics(pipeline, batches, recorder, time);
            ClosingNotes.pools(made, recorder, time);
            return new Through(until, marks);
        }
    }

    /// A run that leaves nothing behind but its output takes no orders.
    private Optional<ControlRequestStore> openOrders() {
        return isPassing() ? Optional.empty() : landscape.orders();
    }

    /// Opens the batch services. They end before the transforms do, and before the run is sealed.
    private BatchRunParts batchWork(
            OpenedRun begun, RunSetup setup, CallContext desk, RejectionSeries rejections, ResourceCloser closing)
            throws IOException, InterruptedException {
        LandscapeReader reader = landscape.reader();
        closing.add(reader);
        List<BatchNode> nodes = pipeline.transforms().stream()
                .flatMap(node -> node
                        .batched()
                        .map(by -> new BatchNode(
                                node.index(),
                                node.name(),
                                node.batch(),
                                by.batchService(),
                                node.delivery(),
                                node.retry(),
                                realTime(node.pool())))
                        .stream())
                .toList();
        BatchServices opened = opening.open(
                nodes,
                new BatchContext(
                        runId,
                        begun.recorder(),
                        landscape::reader,
                        desk.wire(),
                        setup.redaction(),
                        desk.budget(),
                        stop,
                        time,
                        random,
                        artifacts(),
                        surroundings.faults(),
                        pipeline.run().deadline().map(begun.started()::plus),
                        setup.simulated() ? AutoPolicy.SIMULATED : AutoPolicy.USUAL,
                        request.batches().discarding(begun.discardedJobs()),
                        pipeline.run().serviceDownTimeout(),
                        rejections,
                        telling,
                        desk::ended));
        closing.add(opened);
        batches = Optional.of(opened);
        return new BatchRunParts(
                runId, opened, parked, reader, request.batches().stay());
    }

    private void refuseUnusableArtifacts() throws PluginException {
        boolean writes = replayed().isEmpty() && pipeline.transforms().stream().anyMatch(TransformNode::usesBatches);
        Optional<String> problem = writes ? ArtifactsException.problem(artifacts()) : Optional.empty();
        if (problem.isPresent()) {
            throw new PluginException(problem.get());
        }
    }

    /// The folder of this run's files of batch jobs.
    private Path artifacts() {
        return pipeline.run().artifacts().orElse(surroundings.artifacts()).resolve(runId);
    }

    /// How fast a node may go in real time, by its settings.
    private static RealtimeThroughput realTime(Optional<PoolConfig> pool) {
        OptionalDouble most = pool.flatMap(config -> config.limits().requestsPerMinute())
                .map(limit -> OptionalDouble.of(limit / 60.0))
                .orElse(OptionalDouble.empty());
        return new RealtimeThroughput(pool.map(PoolConfig::poolSize).orElse(1), most);
    }

    private CallContext desk(OpenedRun begun, RunSetup setup, RejectionSeries rejections) {
        var budget = new Budget(
                pipeline.run().maxCost(),
                begun.calls().cost(),
                begun.calls().jobs().reserved());
        Duration downTimeout = pipeline.run().serviceDownTimeout();
        var pacers = new Pacers(time, new SplittableRandom(random.nextLong()), downTimeout);
        return new CallContext(
                FaultInjection.wire(surroundings.wire(), surroundings.faults()),
                setup.redaction(),
                begun.recorder(),
                budget,
                pacers,
                stop,
                time,
                random,
                setup.simulatedAt(),
                begun.generation(),
                downTimeout,
                rejections,
                telling,
                CallStatistics.after(begun.calls(), begun.sampled()));
    }

    private List<TransformExecutor> executors(
            RunComponents parts,
            CallContext desk,
            Optional<EarlierAnswers> earlier,
            List<NodeCalls> made,
            ResourceCloser closing) {
        var executors = new ArrayList<TransformExecutor>();
        for (TransformNode node : pipeline.transforms()) {
            Optional<Replay> replay = replayed().map(RunStartMode.Replayed::replay);
            Optional<BatchQueue> lane = batches.flatMap(services -> services.lane(node.index()));
            Optional<NodeCalls> nodeCalls = node.pool().map(_ -> desk.node(node, replay, lane, earlier));
            nodeCalls.ifPresent(made::add);
            boolean waits = replay.isEmpty() || replay.get().sends(node.index());
            BackoffWait backOff = waits ? head : (_, _) -> {};
            var executor = new TransformExecutor(node, nodeCalls, parts.recorder(), time, random, backOff);
            closing.add(executor);
            executors.add(executor);
        }
        return executors;
    }
}
