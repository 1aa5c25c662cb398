package dev.rowan.engine.control;

import dev.rowan.engine.batch.BatchServices;
import dev.rowan.engine.batch.BatchServices.JobProgress;
import dev.rowan.engine.call.CallContext;
import dev.rowan.engine.call.CostCap;
import dev.rowan.engine.pool.TunableNode;
import dev.rowan.engine.stop.StopCause;
import dev.rowan.engine.stop.StopSignal;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/// The controls of a process: all `transforms`, those `calling` out, its own calls, unless workers make them, and the
/// batch jobs.
record LocalControls(
        List<String> transforms,
        List<? extends TunableNode> calling,
        CostCap cost,
        Optional<CallContext> calls,
        StopSignal stop,
        Supplier<Optional<BatchServices>> batches)
        implements RunControls {
    LocalControls {
        transforms = List.copyOf(transforms);
        calling = List.copyOf(calling);
    }

    @Override
    public Optional<TunableNode> node(String name) {
        return calling.stream()
                .filter(node -> node.name().equals(name))
                .<TunableNode>map(node -> node)
                .findFirst();
    }

    @Override
    public boolean isPaused() {
        return stop.paused();
    }

    @Override
    public void pause() {
        stop.pause();
        calls.ifPresent(CallContext::pause);
    }

    @Override
    public void resume() {
        calls.ifPresent(CallContext::resume);
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
        return batches.get().map(BatchServices::jobs).orElse(List.of()).stream()
                .map(JobProgress::job)
                .toList();
    }

    @Override
    public List<Long> cancellableJobs() {
        return batches.get().map(BatchServices::cancellable).orElse(List.of());
    }

    @Override
    public void cancelJobs(OptionalLong job) {
        batches.get().ifPresent(services -> services.cancel(job));
    }
}
