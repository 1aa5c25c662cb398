package dev.rowan.engine.run;

import dev.rowan.engine.batch.Batches;
import dev.rowan.engine.batch.Batches.JobState;
import dev.rowan.engine.call.Budget;
import dev.rowan.engine.call.CallDesk;
import dev.rowan.engine.call.NodeCalls;
import dev.rowan.engine.live.Levers;
import dev.rowan.engine.run.StopSignal.Cause;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// The levers of one run. Used by its own thread.
record RunLevers(
        List<String> transforms, List<NodeCalls> calling, CallDesk desk, StopSignal stop, Optional<Batches> batches)
        implements Levers {
    RunLevers {
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
        stop.holdBack();
        desk.pause();
    }

    @Override
    public void goOn() {
        desk.goOn();
        stop.goOn();
    }

    @Override
    public boolean isStopping() {
        return stop.requested();
    }

    @Override
    public void drain(String by) {
        stop.request(new Cause.Interrupted(by));
    }

    @Override
    public void cancel(String by) {
        stop.request(new Cause.Interrupted(by));
        stop.hurry();
    }

    @Override
    public List<Long> jobs() {
        return batches.map(Batches::jobs).orElse(List.of()).stream()
                .map(JobState::job)
                .toList();
    }

    @Override
    public List<Long> cancellableJobs() {
        return batches.map(Batches::cancellable).orElse(List.of());
    }

    @Override
    public void cancelJobs(OptionalLong job) {
        batches.ifPresent(services -> services.cancel(job));
    }
}
