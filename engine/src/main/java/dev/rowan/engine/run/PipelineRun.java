package dev.rowan.engine.run;

import dev.rowan.api.Time;
import dev.rowan.api.plugin.Sink;
import dev.rowan.engine.batch.BatchServices;
import dev.rowan.engine.batch.NoBatches;
import dev.rowan.engine.batch.runtime.BatchRuntime;
import dev.rowan.engine.call.CallContext;
import dev.rowan.engine.call.CallStatistics;
import dev.rowan.engine.call.NodeCalls;
import dev.rowan.engine.call.RejectionSeries;
import dev.rowan.engine.call.SharedCalls;
import dev.rowan.engine.call.SinkCallSender;
import dev.rowan.engine.control.RunSupervisor;
import dev.rowan.engine.observe.RunEvent;
import dev.rowan.engine.observe.RunEventPublisher;
import dev.rowan.engine.output.SinkOpener;
import dev.rowan.engine.output.SinkStart;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import dev.rowan.engine.pipeline.RunSettings;
import dev.rowan.engine.progress.RunProgress;
import dev.rowan.engine.release.DerivedRows;
import dev.rowan.engine.release.GroupOrigin;
import dev.rowan.engine.release.OrderedRelease;
import dev.rowan.engine.release.RecordedRefusals;
import dev.rowan.engine.release.Releaser;
import dev.rowan.engine.release.ReplayedGroups;
import dev.rowan.engine.release.RunComponents;
import dev.rowan.engine.resume.Continuation;
import dev.rowan.engine.schedule.ActiveTime;
import dev.rowan.engine.schedule.BatchRunParts;
import dev.rowan.engine.schedule.DerivedFeed;
import dev.rowan.engine.schedule.HeadRowMonitor;
import dev.rowan.engine.schedule.ParkedRows;
import dev.rowan.engine.schedule.ReadEnd;
import dev.rowan.engine.schedule.RowFlow;
import dev.rowan.engine.schedule.Window;
import dev.rowan.engine.startup.JobHostCheck;
import dev.rowan.engine.startup.OpenedRun;
import dev.rowan.engine.startup.PluginPreparation;
import dev.rowan.engine.startup.RunEnvironment;
import dev.rowan.engine.startup.RunRequest;
import dev.rowan.engine.startup.RunSetup;
import dev.rowan.engine.startup.RunStartMode;
import dev.rowan.engine.startup.RunStartup;
import dev.rowan.engine.stop.ResourceCloser;
import dev.rowan.engine.stop.StopCause;
import dev.rowan.engine.stop.StopSignal;
import dev.rowan.engine.transform.TransformExecutor;
import dev.rowan.landscape.Head;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.record.RowOrigin;
import dev.rowan.landscape.record.RunEnd;
import dev.rowan.landscape.record.Sample;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongPredicate;
import java.util.random.RandomGenerator;

/// One run of a pipeline, from its first row to its seal.
///
/// The thread inside [#run] owns the run: it opens and closes everything, and waits for the [RowFlow]. The reader
/// thread owns the source, each row has a virtual thread, the release thread owns the sinks. Any thread may call
/// [#progress] or stop the run. `random` must be thread-safe.
public final class PipelineRun {
    private final RunInputs inputs;
    private final Pipeline pipeline;
    private final RunEventPublisher events;
    private final Time time;
    private final Window window;
    private final OrderedRelease release;
    private final ParkedRows parked = new ParkedRows();
    private final StopSignal stop = new StopSignal();
    private final RunProgress progress = new RunProgress();
    private final DerivedRows derived = new DerivedRows();
    private final HeadRowMonitor head;
    private final BatchStartup batchStartup;
    private volatile Optional<CallContext> calls = Optional.empty();
    private volatile Optional<BatchServices> batches = Optional.empty();
    private volatile Optional<RunSupervisor> supervisor = Optional.empty();
    private volatile Optional<LandscapeRecorder> recorder = Optional.empty();
    private boolean callerInterrupted;

    public PipelineRun(
            Pipeline pipeline,
            Landscape landscape,
            RunRequest request,
            RunEnvironment environment,
            Time time,
            RandomGenerator random) {
        this(
                RunInputs.of(pipeline, landscape, request, environment, time, random),
                BatchRuntime::new,
                OrderedRelease.MAX_HELD);
    }

    /// `maxHeld` is how many finished rows may wait behind one that is not.
    PipelineRun(RunInputs inputs, BatchStartup batchStartup, int maxHeld) {
        this.inputs = inputs;
        this.batchStartup = batchStartup;
        this.pipeline = inputs.pipeline();
        this.events = RunEventPublisher.to(inputs.environment().listener());
        this.time = inputs.time();
        this.window = new Window(
                pipeline.run().window(), pipeline.run().windowMemory().orElseGet(Window::defaultMemory));
        this.release = new OrderedRelease(pipeline.run(), maxHeld);
        this.head = new HeadRowMonitor(release, parked, stop, time);
        progress.limitTo(inputs.request().limit());
    }

    public String runId() {
        return inputs.runId();
    }

    public RunProgress.Snapshot progress() {
        return progress.snapshot(
                new RunProgress.LiveState(
                        window.inside(),
                        release.held(),
                        batches.isPresent() ? parked.waiting() : 0,
                        stop.paused(),
                        recorder.flatMap(LandscapeRecorder::outage),
                        head.snapshot(calls)),
                calls.map(CallContext::progress).orElse(CallStatistics.Snapshot.NONE),
                batches.map(BatchServices::jobs).orElse(List.of()));
    }

    /// The current sample; empty before rows flow. Any thread may call.
    public Optional<Sample> sample() {
        return supervisor.map(RunSupervisor::sample);
    }

    /// Whether the run stops because the heap is exhausted; allocates nothing.
    public boolean outOfMemory() {
        return stop.outOfMemory();
    }

    /// Stops the run immediately because the heap is exhausted, for threads that are not the run's own.
    public void failOutOfMemory(OutOfMemoryError error) {
        stop.fail(error);
    }

    /// The rows that are parked, for batch services or for the answers of equal calls.
    long parkedRows() {
        return parked.waiting();
    }

    /// The approximate heap usage of parked rows.
    long parkedBytes() {
        return parked.bytes();
    }

    /// Asks the run to stop after rows in flight have finished. A second request stops immediately.
    public void interrupt(String by) {
        stop.request(new StopCause.Interrupted(by));
    }

    /// Runs the pipeline. What the user can fix before anything is written is a [PluginException]; a failed run
    /// is a [RunDefect].
    public RunResult run() throws IOException, InterruptedException {
        long started = time.nanos();
        RunRequest request = inputs.request();
        RunSetup setup = PluginPreparation.of(pipeline, inputs.environment(), request.startMode(), time);
        if (!setup.simulated()) {
            JobHostCheck.check(pipeline, inputs.landscape(), request.startMode());
        }
        inputs.checkArtifacts();
        inputs.refuseDivided();
        var shutdown = new RunShutdown(runId(), pipeline.sinks(), pipeline.run(), stop);
        try (ResourceCloser closer = new ResourceCloser()) {
            OpenedRun opened =
                    new RunStartup(pipeline, inputs.landscape(), request, setup, progress, closer).open(runId());
            recorder = Optional.of(opened.recorder());
            events.publish(() -> new RunEvent.RunBegan(
                    runId(),
                    pipeline.name(),
                    time.instant(),
                    inputs.isResumed(),
                    setup.simulated(),
                    pipeline.graph().hasBranches() ? Optional.of(pipeline.graph()::branch) : Optional.empty()));
            var flowed = new FlowResult(ReadEnd.STOPPED, Map.of());
            try {
                flowed = flow(opened, setup, closer);
            } catch (IOException | RuntimeException | Error broken) {
                stop.fail(broken);
            }
            RunEnd end = shutdown.resultOf(flowed.readEnd(), progress.rowsRead());
            Head sealed = shutdown.seal(opened.recorder(), end);
            supervisor.ifPresent(RunSupervisor::runEnded);
            events.publish(() -> new RunEvent.RunEnded(
                    runId(), time.instant(), end.status(), end.why(), progress.rowsRead(), progress.rowsEnded()));
            var result = new RunResult(
                    runId(),
                    pipeline.name(),
                    end.status(),
                    end.why(),
                    progress(),
                    Duration.ofNanos(time.nanos() - started),
                    window.peak(),
                    flowed.marks(),
                    sealed,
                    setup.simulated());
            if (!inputs.isStrictReplay()) {
                shutdown.writeHead(result);
            }
            shutdown.failIfBroken();
            return result;
        } finally {
            supervisor.ifPresent(RunSupervisor::close);
            if (callerInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /// How far rows were read, and the marks of the sinks.
    private record FlowResult(ReadEnd readEnd, Map<String, Sink.Mark> marks) {}

    /// Takes the rows through. Transforms open before the sinks, which may replace existing output, and close
    /// before the run is sealed, so that late answers of their workers are recorded.
    private FlowResult flow(OpenedRun opened, RunSetup setup, ResourceCloser sinks)
            throws IOException, InterruptedException {
        setup.deadline().begin(opened.history().started(), progress);
        try (LandscapeReader reader = inputs.landscape().reader()) {
            setup.observations().begin(runId(), pipeline.name(), reader, opened.recorder());
        }
        var rejections = new RejectionSeries(
                pipeline.run().maxSameError(), pipeline.run().reorderMemory(), stop);
        var assembly = new CallAssembly(inputs, setup, opened, rejections, stop, events);
        try (var sharing = new ResourceCloser()) {
            return flow(opened, sinks, assembly, assembly.callContext(assembly.budget(), sharing));
        }
    }

    private FlowResult flow(OpenedRun opened, ResourceCloser sinks, CallAssembly assembly, CallContext callContext)
            throws IOException, InterruptedException {
        calls = Optional.of(callContext);
        stop.onRequest(() -> {
            callContext.stop();
            if (stop.isImmediate()) {
                opened.recorder().shortenOutage(RowFlow.URGENT_OUTAGE);
            }
        });
        var parts = new RunComponents(
                runId(),
                inputs.reportedRunId(),
                opened.recorder(),
                release,
                derived,
                stop,
                progress,
                assembly.rejections(),
                events,
                time,
                opened.history().onlyChanged());
        try (var transforms = new ResourceCloser();
                LandscapeReader reader = inputs.landscape().reader()) {
            for (TransformNode node : pipeline.transforms()) {
                node.transform().open();
                transforms.add(node.transform());
            }
            connectSinks(callContext, reader);
            Map<String, SinkStart> starts = SinkOpener.open(
                    pipeline.sinks(), opened.marks(), opened.existing(), opened.recorder(), time, sinks);
            if (pipeline.run().order() == RunSettings.Order.NONE) {
                SinkOpener.refuseAhead(starts);
            }
            var releaser = new Releaser(pipeline, parts, reader, groups(reader), starts, refusals(reader));
            Optional<SharedCalls> shared = assembly.sharedCalls(reader, stop::fail, transforms);
            Optional<BatchRunParts> batchParts = opened.batches() || shared.isPresent()
                    ? Optional.of(openBatches(opened.batches(), assembly, callContext, shared, transforms))
                    : Optional.empty();
            List<TransformExecutor> executors = assembly.executors(callContext, batches, shared, head, transforms);
            RunSupervisor supervising = supervise(opened, parts, executors, callContext, reader);
            ActiveTime active = pipeline.graph().hasTimeouts()
                    ? new ActiveTime(reader.runs().epochs(runId()), time)
                    : ActiveTime.of(time);
            var flow = new RowFlow(
                    pipeline,
                    parts,
                    window,
                    executors,
                    releaser,
                    opened.feed(),
                    derivedFeed(parts, transforms),
                    batchParts,
                    active,
                    supervising);
            ReadEnd end = flow.run(inputs.request().limit());
            callerInterrupted = flow.callerInterrupted();
            boolean complete = end == ReadEnd.EXHAUSTED && !stop.requested() && progress.isEven();
            Map<String, Sink.Mark> marks = releaser.finish(complete);
            supervising.rowsEnded();
            ClosingNotes.metrics(pipeline, batches, opened.recorder(), time);
            ClosingNotes.models(callsOf(executors), opened.recorder(), time);
            ClosingNotes.pools(callsOf(executors), opened.recorder(), time);
            return new FlowResult(stop.requested() && !releaser.isSettled() ? ReadEnd.STOPPED : end, marks);
        }
    }

    /// The derived rows, read over a connection of the reader thread's own.
    private Optional<DerivedFeed> derivedFeed(RunComponents parts, ResourceCloser closer) {
        if (pipeline.graph().aggregates().isEmpty()) {
            return Optional.empty();
        }
        LandscapeReader reader = inputs.landscape().reader();
        closer.add(reader);
        return Optional.of(new DerivedFeed(parts, reader));
    }

    private GroupOrigin groups(LandscapeReader reader) {
        if (inputs.replayed().isPresent()) {
            RunStartMode.Replayed replayed = inputs.replayed().get();
            derived.replay();
            return new GroupOrigin.Replayed(new ReplayedGroups(replayed.record(), replayed.runId()));
        }
        return new GroupOrigin.Continued(Continuation.parent(reader.runs().declared(runId())));
    }

    private RecordedRefusals refusals(LandscapeReader reader) {
        if (inputs.replayed().isPresent()) {
            RunStartMode.Replayed replayed = inputs.replayed().get();
            return RecordedRefusals.all(replayed.record(), replayed.runId());
        }
        return inputs.isResumed() ? RecordedRefusals.unsettled(reader, runId()) : RecordedRefusals.none();
    }

    private void connectSinks(CallContext callContext, LandscapeReader reader) {
        long rowsBefore = inputs.isResumed() ? progress.rowsRead() : 0;
        LongPredicate begunBefore = row -> row <= rowsBefore || (rowsBefore > 0 && RowOrigin.isDerived(row));
        pipeline.callingSinks()
                .forEach((index, node) -> node.sink()
                        .connect(new SinkCallSender(
                                callContext.sink(
                                        index, node.name(), node.calls().orElseThrow()),
                                reader,
                                runId(),
                                begunBefore)));
    }

    /// What parked rows wait for: batch services if there are any, and the answers of equal calls.
    private BatchRunParts openBatches(
            boolean hasServices,
            CallAssembly assembly,
            CallContext callContext,
            Optional<SharedCalls> shared,
            ResourceCloser closer)
            throws IOException, InterruptedException {
        LandscapeReader reader = inputs.landscape().reader();
        closer.add(reader);
        BatchServices services = new NoBatches();
        if (hasServices) {
            services = assembly.openBatches(batchStartup, assembly.batchNodes(), callContext, closer);
            batches = Optional.of(services);
        }
        return new BatchRunParts(
                runId(),
                services,
                shared,
                parked,
                reader,
                inputs.request().batches().stay());
    }

    private RunSupervisor supervise(
            OpenedRun opened,
            RunComponents parts,
            List<TransformExecutor> executors,
            CallContext callContext,
            LandscapeReader reader) {
        var supervising = RunSupervisor.ofRun(
                new RunSupervisor.SupervisedRun(this::progress, executors, callsOf(executors), callContext, batches),
                parts,
                opened.history().lastSample(),
                inputs::openControlRequests);
        supervisor = Optional.of(supervising);
        if (inputs.isResumed()) {
            supervising.settleOlder(reader, opened.history().olderRequests());
        }
        return supervising;
    }

    private static List<NodeCalls> callsOf(List<TransformExecutor> executors) {
        return executors.stream().flatMap(executor -> executor.calls().stream()).toList();
    }
}
