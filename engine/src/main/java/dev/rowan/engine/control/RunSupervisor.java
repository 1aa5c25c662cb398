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
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// What the run's own thread does while it waits for the rows: it handles control requests, records samples, and
/// sends nothing while the landscape cannot be reached. Owned by that thread.
public final class RunSupervisor implements StopSignal.PeriodicTask, AutoCloseable {
    private final SampleFactory figures;
    private final Sampler sampler;
    private final LimitRecorder limits;
    private final OutageRecorder outages;
    private final ControlRequestHandler requests;
    private final StopSignal stop;
    private final Time time;
    private final LandscapeRecorder recorder;
    private final CallContext context;
    private boolean landscapeDown;
    private boolean paused;

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
    public RunSupervisor(
            SupervisedRun run,
            RunComponents parts,
            Optional<Sample> before,
            Supplier<Optional<ControlRequestStore>> store) {
        this.recorder = parts.recorder();
        this.context = run.context();
        List<String> transforms =
                run.executors().stream().map(executor -> executor.node().name()).toList();
        this.figures = new SampleFactory(
                run.progress(), parts.progress(), run.executors(), run.calls(), run.context(), parts.stop(), before);
        this.stop = parts.stop();
        this.time = parts.time();
        this.sampler = new Sampler(figures, recorder, time);
        this.limits = new LimitRecorder(run.context()::paces, recorder, time);
        this.outages = new OutageRecorder(run.context()::takeOutageChanges, recorder, time);
        this.requests = new ControlRequestHandler(
                parts.runId(),
                store,
                recorder,
                time,
                new RunControls(transforms, run.calls(), run.context(), parts.stop(), run.batches()));
    }

    /// The current sample. Any thread may call.
    public Sample sample() {
        return figures.get();
    }

    /// Answers the requests with these numbers, which the process before left unanswered.
    public void settleOlder(LandscapeReader reader, Set<Long> older) {
        requests.settleOlder(reader, older);
    }

    @Override
    public long run() throws InterruptedException {
        long began = time.nanos();
        watchLandscape();
        requests.poll();
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
        requests.end();
    }

    @Override
    public void close() {
        requests.close();
    }
}
