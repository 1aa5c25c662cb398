package dev.rowan.engine.control;

import dev.rowan.engine.batch.BatchServices;
import dev.rowan.engine.batch.BatchServices.JobProgress;
import dev.rowan.engine.call.Budget;
import dev.rowan.engine.call.CallContext;
import dev.rowan.engine.call.NodeCalls;
import dev.rowan.engine.stop.StopCause;
import dev.rowan.engine.stop.StopSignal;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// The levers of one run. Used by its own thread.
record LiveRunControls(
        List<String> transforms,
        List<NodeCalls> calling,
        CallContext desk,
        StopSignal stop,
        Optional<BatchServices> batches)
        implements RunControls {
    LiveRunControls {
        transforms = List.copyOf(transforms);
        calling = List.copyOf(calling);
    }

    @Override
    public Budget budget() {
        return desk.budget();
    }

    @Override
    public boolean isPaused() {
        return stop.paused();
    }

    @Override
    public void pause() {
        stop.pause();
        desk.pause();
    }

    @Override
    public void resume() {
        desk.resume();
        stop.resume();
    }

    @Override
    public boolean isStopping() {
        return stop.requested();
    }

    @Override
    public void drain(String by) {
        stop.request(new StopCause.Interrupted(by));
    }

    @Override
    public void cancel(String by) {
        stop.request(new StopCause.Interrupted(by));
        stop.stopNow();
    }

    @Override
    public List<Long> jobs() {
        return batches.map(BatchServices::jobs).orElse(List.of()).stream()
                .map(JobProgress::job)
                .toList();
    }

    @Override
    public List<Long> cancellableJobs() {
        return batches.map(BatchServices::cancellable).orElse(List.of());
    }

    @Override
    public void cancelJobs(OptionalLong job) {
        batches.ifPresent(services -> services.cancel(job));
    }
}
