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

/// What the run's own thread does while it waits for the rows: it takes orders, notes how the rows go, and
/// holds requests back while the landscape cannot be reached. Owned by that thread.
public final class RunSupervisor implements StopSignal.PeriodicTask, AutoCloseable {
    private final SampleFactory figures;
    private final Sampler sampler;
    private final LimitRecorder limits;
    private final OutageRecorder outages;
    private final ControlRequestHandler orders;
    private final StopSignal stop;
    private final Time time;
    private final LandscapeRecorder recorder;
    private final CallContext desk;
    private boolean landscapeDown;
    private boolean paused;

    /// What is watched: the figures of the run, its transforms and their calls, and batch services.
    public record SupervisedRun(
            Supplier<RunProgress.Snapshot> progress,
            List<TransformExecutor> executors,
            List<NodeCalls> calls,
            CallContext desk,
            Optional<BatchServices> batches) {
        public SupervisedRun {
            executors = List.copyOf(executors);
            calls = List.copyOf(calls);
        }
    }

    /// `before` is the last sample of the process before; `orders` opens what people ask of the run.
    public RunSupervisor(
            SupervisedRun run,
            RunComponents parts,
            Optional<Sample> before,
            Supplier<Optional<ControlRequestStore>> orders) {
        this.recorder = parts.recorder();
        this.desk = run.desk();
        List<String> transforms =
                run.executors().stream().map(executor -> executor.node().name()).toList();
        this.figures = new SampleFactory(
                run.progress(), parts.progress(), run.executors(), run.calls(), run.desk(), parts.stop(), before);
        this.stop = parts.stop();
        this.time = parts.time();
        this.sampler = new Sampler(figures, recorder, time);
        this.limits = new LimitRecorder(run.desk()::paces, recorder, time);
        this.outages = new OutageRecorder(run.desk()::takeOutageChanges, recorder, time);
        this.orders = new ControlRequestHandler(
                parts.runId(),
                orders,
                recorder,
                time,
                new LiveRunControls(transforms, run.calls(), run.desk(), parts.stop(), run.batches()));
    }

    /// How the run stands now. Any thread may ask.
    public Sample sample() {
        return figures.get();
    }

    /// Answers what the process before has left unanswered: the orders with these numbers.
    public void settleOlder(LandscapeReader reader, Set<Long> older) {
        orders.settleOlder(reader, older);
    }

    @Override
    public long run() throws InterruptedException {
        long began = time.nanos();
        watchLandscape();
        orders.look();
        limits.look();
        outages.look();
        if (stop.paused() == paused) {
            sampler.look();
        } else {
            paused = stop.paused();
            sampler.note(); // whoever watches sees a pause at once
        }
        return time.nanos() - began;
    }

    private void watchLandscape() {
        boolean isDown = recorder.outage().isPresent();
        if (isDown != landscapeDown) {
            landscapeDown = isDown;
            desk.landscapeDown(isDown);
        }
    }

    /// The rows are through: how it went in all.
    public void rowsEnded() throws InterruptedException {
        outages.end();
        sampler.note();
    }

    /// The run has ended, and takes no more orders.
    public void runEnded() {
        orders.end();
    }

    @Override
    public void close() {
        orders.close();
    }
}
