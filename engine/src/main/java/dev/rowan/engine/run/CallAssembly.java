package dev.rowan.engine.run;

import dev.rowan.engine.batch.BatchContext;
import dev.rowan.engine.batch.BatchNode;
import dev.rowan.engine.batch.BatchServices;
import dev.rowan.engine.batch.auto.AutoPolicy;
import dev.rowan.engine.batch.auto.RealtimeThroughput;
import dev.rowan.engine.call.AnswerSources;
import dev.rowan.engine.call.AttachmentStore;
import dev.rowan.engine.call.BatchQueue;
import dev.rowan.engine.call.Budget;
import dev.rowan.engine.call.CallContext;
import dev.rowan.engine.call.CallStatistics;
import dev.rowan.engine.call.NodeCalls;
import dev.rowan.engine.call.RejectionSeries;
import dev.rowan.engine.call.Replay;
import dev.rowan.engine.call.SharedCalls;
import dev.rowan.engine.fault.FaultInjection;
import dev.rowan.engine.observe.RunEventPublisher;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import dev.rowan.engine.pool.LimitSharing;
import dev.rowan.engine.pool.Pacers;
import dev.rowan.engine.pool.PoolConfig;
import dev.rowan.engine.quota.QuotaCoordinator;
import dev.rowan.engine.startup.OpenedRun;
import dev.rowan.engine.startup.RunSetup;
import dev.rowan.engine.startup.RunStartMode;
import dev.rowan.engine.stop.BackoffWait;
import dev.rowan.engine.stop.ResourceCloser;
import dev.rowan.engine.stop.StopSignal;
import dev.rowan.engine.transform.TransformExecutor;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.LimitStore;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Builds the components that rows pass: the context of their calls, the batch services, and an executor for each
/// node.
record CallAssembly(
        RunInputs inputs,
        RunSetup setup,
        OpenedRun opened,
        RejectionSeries rejections,
        StopSignal stop,
        RunEventPublisher events) {

    /// The budget of a run in one process.
    Budget budget() {
        return new Budget(
                inputs.pipeline().run().maxCost(),
                opened.history().calls().cost(),
                opened.history().calls().jobs().reserved());
    }

    /// `closer` closes what other processes share with this one.
    CallContext callContext(Budget budget, ResourceCloser closer) {
        Pipeline pipeline = inputs.pipeline();
        Duration downTimeout = pipeline.run().serviceDownTimeout();
        var pacers = new Pacers(
                inputs.time(), new SplittableRandom(inputs.random().nextLong()), downTimeout, sharing(closer));
        return new CallContext(
                inputs.runId(),
                opened.history().accounts(),
                FaultInjection.wire(
                        inputs.environment().wire(), inputs.environment().faults()),
                Stream.concat(Stream.of(inputs.runId()), inputs.replayed().map(RunStartMode.Replayed::runId).stream())
                        .map(run -> AttachmentStore.in(inputs.artifacts(run)))
                        .toList(),
                setup.redaction(),
                opened.recorder(),
                budget,
                pacers,
                stop,
                inputs.time(),
                inputs.random(),
                setup.simulatedAt(),
                opened.history().generation(),
                downTimeout,
                rejections,
                events,
                CallStatistics.after(opened.history().calls(), opened.history().lastSample()));
    }

    /// Shares limits with the other processes on the landscape, if that can be shared. A replay sends nothing.
    private LimitSharing sharing(ResourceCloser closer) {
        boolean sends = inputs.replayed().isEmpty()
                && inputs.pipeline().transforms().stream()
                        .anyMatch(node -> node.pool().isPresent());
        Optional<Supplier<LimitStore>> stores = sends ? inputs.landscape().limits() : Optional.empty();
        if (stores.isEmpty()) {
            return LimitSharing.NONE;
        }
        var coordinator = new QuotaCoordinator(
                stores.get(),
                inputs.runId() + "#" + Long.toHexString(inputs.random().nextLong()),
                inputs.time(),
                new SplittableRandom(inputs.random().nextLong()),
                stop::fail);
        closer.add(coordinator);
        return coordinator;
    }

    /// Opens the batch services of `nodes`. They close before the transforms do, and before the run is sealed.
    BatchServices openBatches(BatchStartup startup, List<BatchNode> nodes, CallContext calls, ResourceCloser closer)
            throws IOException, InterruptedException {
        Pipeline pipeline = inputs.pipeline();
        BatchServices services = startup.open(
                nodes,
                new BatchContext(
                        inputs.runId(),
                        opened.recorder(),
                        inputs.landscape()::reader,
                        calls.wire(),
                        setup.redaction(),
                        calls.budget(),
                        stop,
                        inputs.time(),
                        inputs.random(),
                        inputs.artifacts(),
                        inputs.environment().faults(),
                        pipeline.run().deadline().map(opened.history().started()::plus),
                        setup.simulated() ? AutoPolicy.SIMULATED : AutoPolicy.USUAL,
                        inputs.request().batches().discarding(opened.history().discardedJobs()),
                        pipeline.run().serviceDownTimeout(),
                        rejections,
                        events,
                        calls::ended));
        closer.add(services);
        return services;
    }

    /// The nodes that have a batch service.
    List<BatchNode> batchNodes() {
        return inputs.pipeline().transforms().stream()
                .flatMap(node -> batchNode(node).stream())
                .toList();
    }

    private static Optional<BatchNode> batchNode(TransformNode node) {
        return node.batched()
                .map(transform -> new BatchNode(
                        node.index(),
                        node.name(),
                        node.batch(),
                        transform.batchService(),
                        node.retry(),
                        realtime(node.pool())));
    }

    /// The configured throughput of a node in real time.
    private static RealtimeThroughput realtime(Optional<PoolConfig> pool) {
        OptionalDouble limit = pool.flatMap(config -> config.limits().requestsPerMinute())
                .map(perMinute -> OptionalDouble.of(perMinute / 60.0))
                .orElse(OptionalDouble.empty());
        return new RealtimeThroughput(pool.map(PoolConfig::poolSize).orElse(1), limit);
    }

    /// The nodes whose equal calls share an answer, with what earlier processes of the run have recorded, if there
    /// are any. A replay has the answers anyway. `broken` stops the run.
    Optional<SharedCalls> sharedCalls(LandscapeReader reader, Consumer<Throwable> broken, ResourceCloser closer) {
        List<Integer> sharing = inputs.pipeline().transforms().stream()
                .filter(node -> node.transform().sharesAnswers() && node.pool().isPresent())
                .map(TransformNode::index)
                .toList();
        if (sharing.isEmpty() || inputs.replayed().isPresent()) {
            return Optional.empty();
        }
        var shared = new SharedCalls(sharing, inputs.landscape().reader(), broken);
        closer.add(shared);
        if (inputs.isResumed()) {
            shared.load(reader, inputs.runId());
        }
        return Optional.of(shared);
    }

    /// One executor for each transform, in order.
    List<TransformExecutor> executors(
            CallContext calls,
            Optional<BatchServices> batches,
            Optional<SharedCalls> shared,
            BackoffWait backoff,
            ResourceCloser closer) {
        var sources = new AnswerSources(
                opened.history().earlierAnswers(), opened.history().sinceAnswers(), shared);
        Optional<Replay> replay = inputs.replayed().map(RunStartMode.Replayed::replay);
        var executors = new ArrayList<TransformExecutor>();
        for (TransformNode node : inputs.pipeline().transforms()) {
            Optional<BatchQueue> queue = batches.flatMap(services -> services.queue(node.index()));
            Optional<NodeCalls> nodeCalls = node.pool().map(_ -> calls.node(node, replay, queue, sources));
            boolean waits = replay.isEmpty() || replay.get().sends(node.index());
            var executor = new TransformExecutor(
                    node, nodeCalls, opened.recorder(), inputs.time(), inputs.random(), waits ? backoff : (_, _) -> {});
            closer.add(executor);
            executors.add(executor);
        }
        return executors;
    }
}
