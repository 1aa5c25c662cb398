package dev.rowan.engine.run;

import dev.rowan.api.Row;
import dev.rowan.api.Time;
import dev.rowan.api.call.Usd;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Sink;
import dev.rowan.engine.batch.BatchServices;
import dev.rowan.engine.batch.BatchServices.JobProgress;
import dev.rowan.engine.call.CallStatistics;
import dev.rowan.engine.call.SharedCap;
import dev.rowan.engine.control.SplitControls;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.Pipeline.SinkNode;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import dev.rowan.engine.progress.RunProgress;
import dev.rowan.engine.schedule.ReadEnd;
import dev.rowan.engine.split.OutputAssembly;
import dev.rowan.engine.split.SplitCluster;
import dev.rowan.engine.split.SplitCluster.SplitJob;
import dev.rowan.engine.split.SplitPlan;
import dev.rowan.engine.split.SplitSupport;
import dev.rowan.engine.split.WorkerStop;
import dev.rowan.engine.startup.JobHostCheck;
import dev.rowan.engine.startup.OpenedRun;
import dev.rowan.engine.startup.PluginPreparation;
import dev.rowan.engine.startup.RunEnvironment;
import dev.rowan.engine.startup.RunRequest;
import dev.rowan.engine.startup.RunSetup;
import dev.rowan.engine.startup.RunStartMode;
import dev.rowan.engine.startup.RunStartup;
import dev.rowan.engine.startup.SplitStartup;
import dev.rowan.engine.stop.ResourceCloser;
import dev.rowan.engine.stop.StopCause;
import dev.rowan.engine.stop.StopSignal;
import dev.rowan.landscape.CostPool;
import dev.rowan.landscape.Head;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.LandscapeUnreachableException;
import dev.rowan.landscape.SplitQueries.SplitState;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.RunEnd;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// A run whose rows are processed by the workers of a [SplitCluster]. Its owner records the start and the plan,
/// waits, joins the parts of the output, and seals the record of all writers.
///
/// The thread inside [#run] owns the run. Any thread may call [#progress] or stop it.
public final class SplitRun {
    private final RunInputs inputs;
    private final SplitCluster cluster;
    private final long rowsPerSplit;
    private final Time time;
    private final StopSignal stop = new StopSignal();
    private final RunProgress unread = new RunProgress();
    private volatile RunProgress.Snapshot progress;
    private volatile Optional<BatchServices> batches = Optional.empty();

    /// Splits have `rowsPerSplit` rows where the input can be split.
    public SplitRun(
            Pipeline pipeline,
            Landscape landscape,
            RunRequest request,
            RunEnvironment environment,
            SplitCluster cluster,
            long rowsPerSplit,
            Time time,
            RandomGenerator random) {
        this.inputs = RunInputs.of(pipeline, landscape, request, environment, time, random);
        this.cluster = cluster;
        this.rowsPerSplit = rowsPerSplit;
        this.time = time;
        this.progress = unread.snapshot(SplitMonitor.IDLE, CallStatistics.Snapshot.NONE, List.of());
    }

    public String runId() {
        return inputs.runId();
    }

    public RunProgress.Snapshot progress() {
        return progress;
    }

    /// Asks the run to stop after rows in flight have finished.
    public void interrupt(String by) {
        stop.request(new StopCause.Interrupted(by));
    }

    /// Runs the pipeline. What the user can fix before anything is written is a [PluginException]; a failed run is a
    /// [RunDefect].
    public RunResult run() throws IOException, InterruptedException {
        long started = time.nanos();
        Pipeline pipeline = inputs.pipeline();
        refuseUnsupported(pipeline);
        RunSetup setup = PluginPreparation.of(
                pipeline, inputs.environment(), inputs.request().startMode(), time);
        SplitStartup.refuseUnreachable(pipeline, setup);
        JobHostCheck.check(pipeline, inputs.landscape(), inputs.request().startMode());
        inputs.checkArtifacts();
        var shutdown = new RunShutdown(runId(), pipeline.sinks(), pipeline.run(), stop);
        try (var closer = new ResourceCloser()) {
            boolean fresh = inputs.request().startMode() instanceof RunStartMode.Fresh;
            if (fresh) {
                OutputAssembly.refuseExisting(pipeline.sinks(), inputs.request().existing());
            }
            OpenedRun opened =
                    new RunStartup(pipeline, inputs.landscape(), inputs.request(), setup, unread, closer).open(runId());
            LandscapeReader reader = inputs.landscape().reader();
            closer.add(reader);
            Map<String, Sink.Mark> marks = Map.of();
            boolean complete = false;
            Optional<SplitControls> handler = Optional.empty();
            Optional<SplitPlan> planned = Optional.empty();
            try {
                SplitPlan plan = plan(opened.recorder(), reader, setup);
                planned = Optional.of(plan);
                if (fresh) {
                    OutputAssembly.deleteExisting(pipeline.sinks());
                }
                Optional<CostPool> pool = openBudget(opened.recorder(), reader, closer);
                var controls = controls(opened, reader, pool);
                closer.add(controls);
                handler = Optional.of(controls);
                var monitor = new SplitMonitor(reader, opened.recorder(), runId(), plan.rows(), time);
                work(setup, opened, reader, pool, plan, monitor, () -> poll(monitor, controls, started));
                progress = monitor.end(stop.paused(), jobs());
                complete = isComplete(reader, plan);
                if (complete) {
                    marks = assemble(opened.recorder(), reader, plan);
                }
            } catch (IOException | RuntimeException | Error broken) {
                stop.fail(broken);
            }
            RunSummary summary = summary(reader);
            RunEnd end = shutdown.resultOf(complete ? ReadEnd.EXHAUSTED : ReadEnd.STOPPED, summary.rowsRead());
            Head sealed = shutdown.seal(opened.recorder(), end);
            handler.ifPresent(SplitControls::runEnded);
            var result = new RunResult(
                    runId(),
                    pipeline.name(),
                    end.status(),
                    end.why(),
                    SplitMonitor.snapshot(
                            summary,
                            planned.map(SplitPlan::rows).orElse(summary.rowsRead()),
                            SplitMonitor.ended(summary.awaiting()),
                            jobs()),
                    Duration.ofNanos(time.nanos() - started),
                    0,
                    marks,
                    sealed,
                    setup.simulated());
            shutdown.writeHead(result);
            if (complete && planned.isPresent()) {
                for (SinkNode node : pipeline.sinks()) {
                    new OutputAssembly(node, runId(), planned.get()).deleteRest();
                }
            }
            shutdown.failIfBroken();
            return result;
        }
    }

    /// What is on record of the run; if the landscape is unreachable, the run has failed.
    private RunSummary summary(LandscapeReader reader) {
        try {
            return reader.runs().summary(runId());
        } catch (LandscapeUnreachableException down) {
            throw new RunDefect(runId(), down);
        }
    }

    /// Runs jobs of the workers, and batch jobs in between, until all splits are done or the run stops.
    private void work(
            RunSetup setup,
            OpenedRun opened,
            LandscapeReader reader,
            Optional<CostPool> pool,
            SplitPlan plan,
            SplitMonitor monitor,
            SplitCluster.Watch watch)
            throws IOException, InterruptedException {
        if (!opened.batches()) {
            runJob(opened.recorder(), reader, plan, watch);
            return;
        }
        try (var owned = SplitBatches.open(inputs, setup, opened, stop, reader, pool, monitor.latest())) {
            batches = Optional.of(owned.services());
            boolean first = owned.isWaiting()
                    && !owned.hasReleased()
                    && reader.splits().list(runId()).size() == plan.splits().size();
            while (!isComplete(reader, plan) && !stop.requested()) {
                if (!first) {
                    runJob(opened.recorder(), reader, plan, watch);
                    progress = monitor.poll(stop.paused(), jobs());
                    owned.measure(monitor.latest());
                }
                first = false;
                if (!isComplete(reader, plan) && !stop.requested()) {
                    long submitted = owned.run(watch);
                    monitor.readOwnerCalls();
                    if (submitted == 0 && !stop.requested()) {
                        throw new IllegalStateException("rows wait for batch services that have no call of them");
                    }
                }
            }
            owned.recordMetrics();
        } finally {
            batches = Optional.empty();
        }
    }

    /// Runs the splits that are not done. Workers join after the note, and so after all that the owner has recorded.
    private void runJob(LandscapeRecorder recorder, LandscapeReader reader, SplitPlan plan, SplitCluster.Watch watch)
            throws IOException, InterruptedException {
        long done = done(reader);
        if (done == plan.splits().size()) {
            return;
        }
        recorder.awaitCommitted(recorder.record(new LogEntry.RunNoted(
                "workers_started",
                time.instant(),
                Row.of("splits", (long) plan.splits().size()).with("done", done).asMap())));
        var job = new SplitJob(
                runId(),
                reader.splits().runEpoch(runId()),
                plan,
                inputs.pipeline().run().stopGrace());
        cluster.run(job, watch);
        if (!stop.requested()) {
            WorkerStop.of(reader, runId(), job.runEpoch())
                    .or(() -> cutShort(reader, plan))
                    .ifPresent(stop::request);
        }
    }

    /// A job that someone has cancelled before its workers joined the run leaves splits without a word.
    private Optional<StopCause> cutShort(LandscapeReader reader, SplitPlan plan) {
        boolean usesBatches = inputs.pipeline().transforms().stream().anyMatch(TransformNode::usesBatches);
        long reached = usesBatches ? reader.splits().list(runId()).size() : done(reader);
        return reached == plan.splits().size()
                ? Optional.empty()
                : Optional.of(new StopCause.Interrupted("the cluster: its job ended before all splits were done"));
    }

    private static void refuseUnsupported(Pipeline pipeline) throws PluginException {
        List<String> problems = SplitSupport.problems(pipeline);
        if (!problems.isEmpty()) {
            throw new PluginException(String.join("\n", problems));
        }
    }

    /// The recorded plan, or a new one, durable on return.
    private SplitPlan plan(LandscapeRecorder recorder, LandscapeReader reader, RunSetup setup)
            throws IOException, InterruptedException {
        Optional<SplitPlan> recorded = SplitPlan.recorded(reader, runId());
        if (recorded.isPresent()) {
            return recorded.get();
        }
        if (reader.runs().summary(runId()).rowsRead() > 0) {
            throw new PluginException(
                    "run " + runId() + " was started in one process; resume it without --engine flink");
        }
        SplitPlan plan = SplitPlan.of(inputs.pipeline(), setup, rowsPerSplit);
        recorder.awaitCommitted(recorder.record(plan.notes(time.instant())));
        return plan;
    }

    /// Opens the budget that the workers share, if the cost is limited or was.
    private Optional<CostPool> openBudget(LandscapeRecorder recorder, LandscapeReader reader, ResourceCloser closer)
            throws InterruptedException {
        Optional<Usd> cap = inputs.pipeline()
                .run()
                .maxCost()
                .or(() -> reader.splits().cap(runId()).map(_ -> Usd.MAX));
        if (cap.isEmpty()) {
            return Optional.empty();
        }
        CostPool pool = recorder.costPool(cap.get());
        closer.add(pool);
        return Optional.of(pool);
    }

    private SplitControls controls(OpenedRun opened, LandscapeReader reader, Optional<CostPool> pool) {
        var controls = new SplitControls(
                runId(),
                inputs.pipeline(),
                inputs::openControlRequests,
                opened.recorder(),
                new SharedCap(pool),
                () -> batches,
                stop,
                time);
        if (inputs.isResumed()) {
            controls.settleOlder(reader, opened.history().olderRequests());
        }
        return controls;
    }

    private boolean poll(SplitMonitor monitor, SplitControls controls, long started) throws InterruptedException {
        controls.poll();
        Optional<Duration> deadline = inputs.pipeline().run().deadline();
        if (!stop.requested()
                && deadline.isPresent()
                && time.nanos() - started > deadline.get().toNanos()) {
            stop.limit("the deadline of " + deadline.get().toMillis() / 1_000.0 + " s");
        }
        progress = monitor.poll(stop.paused(), jobs());
        return !stop.requested();
    }

    /// The batch jobs of the owner.
    private List<JobProgress> jobs() {
        return batches.map(BatchServices::jobs).orElse(List.of());
    }

    private boolean isComplete(LandscapeReader reader, SplitPlan plan) {
        return done(reader) == plan.splits().size();
    }

    private long done(LandscapeReader reader) {
        return reader.splits().list(runId()).stream().filter(SplitState::done).count();
    }

    /// Makes the output of each sink whole, unless an earlier process of the run has; the marks are durable on return.
    private Map<String, Sink.Mark> assemble(LandscapeRecorder recorder, LandscapeReader reader, SplitPlan plan)
            throws IOException, InterruptedException {
        Map<String, Sink.Mark> before = reader.sinks().marks(runId());
        var marks = new LinkedHashMap<String, Sink.Mark>();
        for (SinkNode node : inputs.pipeline().sinks()) {
            Sink.Mark known = before.get(node.name());
            if (known == null) {
                known = new OutputAssembly(node, runId(), plan)
                        .assemble(reader.splits().parts(runId(), node.name()));
                recorder.awaitCommitted(recorder.record(new LogEntry.SinkSynced(node.name(), time.instant(), known)));
            }
            marks.put(node.name(), known);
        }
        return marks;
    }
}
