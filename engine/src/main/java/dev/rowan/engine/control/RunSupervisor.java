package dev.rowan.engine.control;

import dev.rowan.api.Time;
import dev.rowan.engine.batch.BatchServices;
import dev.rowan.engine.call.CallContext;
import dev.rowan.engine.call.NodeCalls;
import dev.rowan.engine.progress.RunProgress;
import dev.rowan.engine.release.RunComponents;
import dev.rowan.engine.stop.StopSignal;
import dev.rowan.engine.transform.TransformExecutor;
import dev.rowan.landscape.ControlRequestStore;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.record.Sample;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// What the own thread of a run or of a worker does while it waits for the rows: it applies control requests, records
/// samples, returns money that is not needed, and sends nothing while the landscape cannot be reached. Owned by that
/// thread.
public final class RunSupervisor implements StopSignal.PeriodicTask, AutoCloseable {
    private static final long RELEASE_INTERVAL = Duration.ofSeconds(1).toNanos();

    private final SampleFactory figures;
    private final Sampler sampler;
    private final LimitRecorder limits;
    private final OutageRecorder outages;
    private final ControlSource controls;
    private final StopSignal stop;
    private final Time time;
    private final LandscapeRecorder recorder;
    private final CallContext context;
    private boolean landscapeDown;
    private boolean paused;
    private long nextRelease;

    /// The run's progress, its transforms and their calls, and batch services.
    public record SupervisedRun(
            Supplier<RunProgress.Snapshot> progress,
            List<TransformExecutor> executors,
            List<NodeCalls> calls,
            CallContext context,
            Optional<BatchServices> batches) {
        public SupervisedRun {
            executors = List.copyOf(executors);
            calls = List.copyOf(calls);
        }
    }

    /// `before` is the last sample of the process before; `store` opens the control requests to the run.
    public static RunSupervisor ofRun(
            SupervisedRun run,
            RunComponents parts,
            Optional<Sample> before,
            Supplier<Optional<ControlRequestStore>> store) {
        var controls =
                new ControlRequestHandler(parts.runId(), store, parts.recorder(), parts.time(), local(run, parts));
        return new RunSupervisor(run, parts, before, controls);
    }

    /// `before` is the last sample of the writer's earlier epochs; `readers` read the control requests that the owner
    /// of the run has recorded.
    public static RunSupervisor ofWorker(
            SupervisedRun run, RunComponents parts, Optional<Sample> before, Supplier<LandscapeReader> readers) {
        var controls = new RecordedControls(parts.runId(), readers, local(run, parts), parts.time());
        return new RunSupervisor(run, parts, before, controls);
    }

    private static LocalControls local(SupervisedRun run, RunComponents parts) {
        List<String> transforms =
                run.executors().stream().map(executor -> executor.node().name()).toList();
        return new LocalControls(
                transforms,
                run.calls(),
                run.context().budget(),
                Optional.of(run.context()),
                parts.stop(),
                run::batches);
    }

    private RunSupervisor(SupervisedRun run, RunComponents parts, Optional<Sample> before, ControlSource controls) {
        this.recorder = parts.recorder();
        this.context = run.context();
        this.figures = new SampleFactory(
                run.progress(), parts.progress(), run.executors(), run.calls(), run.context(), parts.stop(), before);
        this.stop = parts.stop();
        this.time = parts.time();
        this.sampler = new Sampler(figures, recorder, time);
        this.limits = new LimitRecorder(run.context()::paces, recorder, time);
        this.outages = new OutageRecorder(run.context()::takeOutageChanges, recorder, time);
        this.controls = controls;
        this.nextRelease = time.nanos() + RELEASE_INTERVAL;
    }

    /// The current sample. Any thread may call.
    public Sample sample() {
        return figures.get();
    }

    /// Answers the requests with these numbers, which the process before left unanswered.
    public void settleOlder(LandscapeReader reader, Set<Long> older) {
        switch (controls) {
            case ControlRequestHandler requests -> requests.settleOlder(reader, older);
            case RecordedControls _ -> {} // the owner of the run answers them
        }
    }

    @Override
    public long run() throws InterruptedException {
        long began = time.nanos();
        watchLandscape();
        if (!landscapeDown) {
            controls.poll();
            releaseUnused();
        }
        limits.poll();
        outages.poll();
        if (stop.paused() == paused) {
            sampler.poll();
        } else {
            paused = stop.paused();
            sampler.note(); // observers see a pause immediately
        }
        return time.nanos() - began;
    }

    private void releaseUnused() throws InterruptedException {
        if (time.nanos() - nextRelease >= 0) {
            nextRelease = time.nanos() + RELEASE_INTERVAL;
            context.budget().releaseUnused();
        }
    }

    private void watchLandscape() {
        boolean isDown = recorder.outage().isPresent();
        if (isDown != landscapeDown) {
            landscapeDown = isDown;
            context.landscapeDown(isDown);
        }
    }

    /// All rows have finished: records the last sample.
    public void rowsEnded() throws InterruptedException {
        outages.end();
        sampler.note();
    }

    /// The run has ended, and accepts no more requests.
    public void runEnded() {
        switch (controls) {
            case ControlRequestHandler requests -> requests.end();
            case RecordedControls _ -> {}
        }
    }

    @Override
    public void close() {
        controls.close();
    }
}
