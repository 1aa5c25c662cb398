package dev.rowan.engine.run;

import dev.rowan.api.Time;
import dev.rowan.api.call.Usd;
import dev.rowan.api.plugin.Sink;
import dev.rowan.engine.batch.BatchNode;
import dev.rowan.engine.batch.BatchOptions;
import dev.rowan.engine.batch.BatchServices;
import dev.rowan.engine.batch.ReleasedRows;
import dev.rowan.engine.batch.WorkerBatches;
import dev.rowan.engine.batch.auto.AutoPolicy;
import dev.rowan.engine.batch.planning.BatchRouting;
import dev.rowan.engine.batch.planning.DeadlineGate;
import dev.rowan.engine.batch.planning.ParkedCallRecorder;
import dev.rowan.engine.call.Allowance;
import dev.rowan.engine.call.BatchQueue;
import dev.rowan.engine.call.Budget;
import dev.rowan.engine.call.CallContext;
import dev.rowan.engine.call.NodeCalls;
import dev.rowan.engine.call.RejectionSeries;
import dev.rowan.engine.call.SharedCalls;
import dev.rowan.engine.call.SinkCallSender;
import dev.rowan.engine.control.RunSupervisor;
import dev.rowan.engine.control.RunSupervisor.SupervisedRun;
import dev.rowan.engine.jobs.JobState;
import dev.rowan.engine.observe.RunEventListener;
import dev.rowan.engine.observe.RunEventPublisher;
import dev.rowan.engine.pipeline.BatchSettings;
import dev.rowan.engine.pipeline.OnError;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.Pipeline.SinkNode;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import dev.rowan.engine.progress.RunProgress;
import dev.rowan.engine.progress.WriterSamples;
import dev.rowan.engine.release.DerivedRows;
import dev.rowan.engine.release.GroupOrigin;
import dev.rowan.engine.release.OrderedRelease;
import dev.rowan.engine.release.RecordedRefusals;
import dev.rowan.engine.release.Releaser;
import dev.rowan.engine.release.RunComponents;
import dev.rowan.engine.schedule.ActiveTime;
import dev.rowan.engine.schedule.BatchRunParts;
import dev.rowan.engine.schedule.HeadRowMonitor;
import dev.rowan.engine.schedule.ParkedRows;
import dev.rowan.engine.schedule.ReadEnd;
import dev.rowan.engine.schedule.RowFlow;
import dev.rowan.engine.schedule.Window;
import dev.rowan.engine.split.SplitFeed;
import dev.rowan.engine.split.SplitOutcomeRecorder;
import dev.rowan.engine.split.SplitOutput;
import dev.rowan.engine.split.SplitQueue;
import dev.rowan.engine.split.SplitSink;
import dev.rowan.engine.split.WorkerStop;
import dev.rowan.engine.startup.OpenedRun;
import dev.rowan.engine.startup.PluginPreparation;
import dev.rowan.engine.startup.RunEnvironment;
import dev.rowan.engine.startup.RunRequest;
import dev.rowan.engine.startup.RunSetup;
import dev.rowan.engine.startup.RunStartMode;
import dev.rowan.engine.startup.SplitStartup;
import dev.rowan.engine.stop.ResourceCloser;
import dev.rowan.engine.stop.StopCause;
import dev.rowan.engine.stop.StopSignal;
import dev.rowan.engine.transform.TransformExecutor;
import dev.rowan.landscape.CostPool;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.SplitRecorder;
import dev.rowan.landscape.record.RunStart;
import dev.rowan.landscape.record.Sample;
import dev.rowan.landscape.record.WriterId;
import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;

/// Runs the splits of a [SplitQueue] as one writer of a run. All splits share the window, the pools and the release,
/// so that the last rows of one split and the first of the next are in flight together.
///
/// The thread inside [#run] owns the worker, as in a [PipelineRun]. Any thread may submit splits or stop it.
public final class SplitWorker {
    private final RunInputs inputs;
    private final WriterId id;
    private final SplitQueue queue;
    private final Time time;
    private final StopSignal stop = new StopSignal();
    private final RunProgress progress = new RunProgress();

    /// `random` must be thread-safe.
    public SplitWorker(
            Pipeline pipeline,
            Landscape landscape,
            WriterId id,
            SplitQueue queue,
            RunEnvironment environment,
            Time time,
            RandomGenerator random) {
        var request = RunRequest.fresh("", List.of(), "", OptionalLong.empty(), Sink.Existing.OVERWRITE);
        this.inputs = new RunInputs(id.runId(), pipeline, landscape, request, environment, time, random);
        this.id = id;
        this.queue = queue;
        this.time = time;
    }

    /// Asks the worker to stop after rows in flight have finished; splits that are not done are postponed.
    public void interrupt(String by) {
        if (!stop.requested()) {
            stop.request(new StopCause.Interrupted(by));
        }
    }

    /// Runs splits until the queue ends, the worker is stopped, or it fails. Every split has been reported on return.
    public void run() throws IOException, InterruptedException {
        try {
            join();
            if (stop.requested()) {
                queue.postpone();
            }
        } catch (IOException | InterruptedException | RuntimeException | Error failed) {
            queue.fail(failed);
            throw failed;
        }
    }

    private void join() throws IOException, InterruptedException {
        Pipeline pipeline = inputs.pipeline();
        RunSetup setup = PluginPreparation.of(pipeline, inputs.environment(), new RunStartMode.Fresh(), time);
        try (var closer = new ResourceCloser()) {
            LandscapeReader reader = inputs.landscape().reader();
            closer.add(reader);
            RunStart declared = SplitStartup.check(pipeline, setup, reader, id.runId());
            SplitRecorder recorder = inputs.landscape().join(id);
            closer.add(recorder);
            var output = new SplitOutput(
                    recorder, pipeline.sinks(), id.writer() + "-" + recorder.epoch(), stop::requested, time);
            try {
                flow(declared, setup, recorder, output, Recorded.read(reader, id), closer);
                if (stop.requested()) {
                    WorkerStop.record(stop.cause().orElseThrow(), id.runEpoch(), recorder, time.instant());
                }
            } catch (IOException | RuntimeException | Error broken) {
                stop.fail(broken);
            } finally {
                report(output);
            }
        }
        failIfBroken();
    }

    /// Reports the splits that are not done.
    private void report(SplitOutput output) {
        switch (stop.cause().orElse(null)) {
            case StopCause.Failure(var defect) ->
                output.fail(new IOException("the worker failed: " + RunDefect.text(defect), defect));
            case null -> output.fail(new IOException("the worker ended before the split was done"));
            case StopCause.Interrupted _, StopCause.Limit _, StopCause.Blocked _, StopCause.Waiting _ ->
                output.postpone();
        }
    }

    private void failIfBroken() throws IOException {
        if (stop.cause().orElse(null) instanceof StopCause.Failure(var defect)) {
            throw new IOException("the worker failed: " + RunDefect.text(defect), defect);
        }
    }

    /// The cap of the budget which the run's writers share, if they do, and the last sample of the writer's earlier
    /// epochs.
    private record Recorded(Optional<Usd> cap, Optional<Sample> before) {
        static Recorded read(LandscapeReader reader, WriterId id) {
            return new Recorded(reader.splits().cap(id.runId()), WriterSamples.last(reader, id.runId(), id.writer()));
        }
    }

    private void flow(
            RunStart declared,
            RunSetup setup,
            SplitRecorder recorder,
            SplitOutput output,
            Recorded recorded,
            ResourceCloser closer)
            throws IOException, InterruptedException {
        Pipeline pipeline = inputs.pipeline();
        var rejections = new RejectionSeries(
                pipeline.run().maxSameError(), pipeline.run().reorderMemory(), stop);
        LandscapeReader feedReader = inputs.landscape().reader();
        closer.add(feedReader);
        RecordedRefusals refusals = RecordedRefusals.none();
        var feed = new SplitFeed(
                id.runId(), queue, recorder, output, pipeline, setup, feedReader, rejections, refusals, progress);
        closer.add(feed);
        OpenedRun opened = SplitStartup.opened(declared, recorder, feed, setup);
        RunEventPublisher events = RunEventPublisher.to(RunEventListener.NONE);
        var assembly = new CallAssembly(inputs, setup, opened, rejections, stop, events);
        Budget budget = budget(recorded.cap(), recorder, closer);
        CallContext calls = assembly.callContext(budget, closer);
        stop.onRequest(calls::stop);
        var release = new OrderedRelease(pipeline.run(), OrderedRelease.MAX_HELD, output);
        var parts = new RunComponents(
                id.runId(),
                id.runId(),
                new SplitOutcomeRecorder(recorder, output),
                release,
                new DerivedRows(),
                stop,
                progress,
                rejections,
                events,
                time,
                opened.history().onlyChanged());
        Pipeline split = pipeline.withSinks(pipeline.sinks().stream()
                .map(node -> partitioned(pipeline, node, output))
                .toList());
        try (var transforms = new ResourceCloser();
                LandscapeReader reader = inputs.landscape().reader()) {
            for (TransformNode node : pipeline.transforms()) {
                node.transform().open();
                transforms.add(node.transform());
            }
            pipeline.callingSinks().forEach((index, node) -> {
                NodeCalls made = calls.sink(index, node.name(), node.calls().orElseThrow());
                node.sink().connect(new SinkCallSender(made, reader, id.runId(), output::isAgain));
            });
            var releaser =
                    new Releaser(split, parts, reader, new GroupOrigin.Continued(Optional.empty()), Map.of(), refusals);
            Optional<SharedCalls> shared = assembly.sharedCalls(reader, stop::fail, transforms);
            BatchServices batches = batches(assembly, recorder, reader);
            if (batches.postpones()) {
                // the answers of the jobs from before, which rows of any worker share
                shared.ifPresent(answers -> answers.load(reader, id.runId()));
            }
            var parked = new ParkedRows();
            var head = new HeadRowMonitor(release, parked, stop, time);
            List<TransformExecutor> executors =
                    assembly.executors(calls, Optional.of(batches), shared, head, transforms);
            var window = new Window(
                    pipeline.run().window(), pipeline.run().windowMemory().orElseGet(Window::defaultMemory));
            List<NodeCalls> made =
                    executors.stream().flatMap(one -> one.calls().stream()).toList();
            var supervisor = RunSupervisor.ofWorker(
                    new SupervisedRun(
                            () -> snapshot(window, release, head, calls, recorder, output),
                            executors,
                            made,
                            calls,
                            Optional.empty()),
                    parts,
                    recorded.before(),
                    inputs.landscape()::reader);
            transforms.add(supervisor);
            var flow = new RowFlow(
                    split,
                    parts,
                    window,
                    executors,
                    releaser,
                    feed,
                    Optional.empty(),
                    shared.isPresent() || batches.postpones()
                            ? Optional.of(parking(batches, shared, parked, transforms))
                            : Optional.empty(),
                    ActiveTime.of(time),
                    supervisor);
            ReadEnd end = flow.run(OptionalLong.empty());
            if (end == ReadEnd.EXHAUSTED && !stop.requested()) {
                releaser.finish(true);
            }
            supervisor.rowsEnded();
            ClosingNotes.pools(made, recorder, time);
        }
        if (!(stop.cause().orElse(null) instanceof StopCause.Failure)) {
            budget.close(); // after a failure, the next epoch returns the money
        }
    }

    /// The budget of this writer: what it draws of the one that the run's writers share, if they do.
    private Budget budget(Optional<Usd> cap, SplitRecorder recorder, ResourceCloser closer)
            throws InterruptedException {
        if (cap.isEmpty()) {
            return new Budget(Optional.empty(), Usd.ZERO, Usd.ZERO);
        }
        CostPool pool = recorder.costPool(cap.get());
        closer.add(pool); // it has a connection of its own
        return new Budget(new Allowance(pool, time));
    }

    /// The queues of nodes in batch mode, or none.
    private BatchServices batches(CallAssembly assembly, SplitRecorder recorder, LandscapeReader reader) {
        var queues = new HashMap<Integer, BatchQueue>();
        if (inputs.pipeline().transforms().stream().anyMatch(TransformNode::usesBatches)) {
            List<JobState> jobs =
                    reader.jobs().list(id.runId()).stream().map(JobState::of).toList();
            ReleasedRows released = ReleasedRows.read(reader, id.runId());
            Instant started = reader.runs().summary(id.runId()).started();
            for (BatchNode node : assembly.batchNodes()) {
                List<JobState> made = jobs.stream()
                        .filter(job -> job.node().equals(node.name()))
                        .toList();
                var route = new BatchRouting(node, !made.isEmpty(), gate(node, started));
                boolean cancelled = made.stream().anyMatch(job -> job.cancel().isWithdrawn());
                queues.put(
                        node.index(),
                        new ParkedCallRecorder(node, route, released, cancelled, recorder, inputs.artifacts(), time));
            }
        }
        return new WorkerBatches(queues);
    }

    private BatchRouting.Gate gate(BatchNode node, Instant started) {
        return node.settings().mode() == BatchSettings.Mode.AUTO
                ? new DeadlineGate(
                        AutoPolicy.USUAL,
                        started.plus(inputs.pipeline().run().deadline().orElseThrow()),
                        node.realTime(),
                        time)
                : BatchRouting.Gate.OPEN;
    }

    /// What rows wait for: the owner of the run, or the answers of other rows.
    private BatchRunParts parking(
            BatchServices batches, Optional<SharedCalls> shared, ParkedRows parked, ResourceCloser closer) {
        LandscapeReader reader = inputs.landscape().reader();
        closer.add(reader);
        return new BatchRunParts(id.runId(), batches, shared, parked, reader, BatchOptions.Stay.UNTIL_DONE);
    }

    /// The figures of this process; a row has ended when its split is done.
    private RunProgress.Snapshot snapshot(
            Window window,
            OrderedRelease release,
            HeadRowMonitor head,
            CallContext calls,
            SplitRecorder recorder,
            SplitOutput output) {
        long undurable = output.undurable();
        return progress.snapshot(
                        new RunProgress.LiveState(
                                window.inside(),
                                release.held(),
                                0,
                                stop.paused(),
                                recorder.outage(),
                                head.snapshot(Optional.of(calls))),
                        calls.progress(),
                        List.of())
                .withUndurable(undurable);
    }

    /// The rows of a sink whose target may refuse them late, or whose error sink may, wait for their split.
    private static SinkNode partitioned(Pipeline pipeline, SinkNode node, SplitOutput output) {
        boolean deferred = isDirect(node)
                || (node.onError() instanceof OnError.ToSink(String name)
                        && pipeline.sinks().stream()
                                .anyMatch(other -> other.name().equals(name) && isDirect(other)));
        return node.with(new SplitSink(node.name(), output, deferred));
    }

    private static boolean isDirect(SinkNode node) {
        return node.sink().parts() instanceof Sink.Parts.Direct;
    }
}
