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

/// What can be controlled while a run works: all its `transforms`, those `calling` out, its calls and its batch jobs.
/// Used by the run's own thread.
record RunControls(
        List<String> transforms,
        List<NodeCalls> calling,
        CallContext context,
        StopSignal stop,
        Optional<BatchServices> batches) {
    RunControls {
        transforms = List.copyOf(transforms);
        calling = List.copyOf(calling);
    }

    Budget budget() {
        return context.budget();
    }

    boolean isPaused() {
        return stop.paused();
    }

    /// Starts nothing new: no row, no call.
    void pause() {
        stop.pause();
        context.pause();
    }

    void resume() {
        context.resume();
        stop.resume();
    }

    boolean isStopping() {
        return stop.requested();
    }

    /// Stops like a first interrupt: rows in flight finish.
    void drain(String by) {
        stop.request(new StopCause.Interrupted(by));
    }

    /// Stops like a second interrupt: immediately.
    void cancel(String by) {
        stop.request(new StopCause.Interrupted(by));
        stop.stopNow();
    }

    /// The numbers of all batch jobs.
    List<Long> jobs() {
        return batches.map(BatchServices::jobs).orElse(List.of()).stream()
                .map(JobProgress::job)
                .toList();
    }

    /// Those that can still be cancelled.
    List<Long> cancellableJobs() {
        return batches.map(BatchServices::cancellable).orElse(List.of());
    }

    /// Cancels a job, or all that can be if empty, and submits nothing from then on.
    void cancelJobs(OptionalLong job) {
        batches.ifPresent(services -> services.cancel(job));
    }
}
