package dev.rowan.engine.run;

import dev.rowan.engine.batch.BatchContext;
import dev.rowan.engine.batch.BatchNode;
import dev.rowan.engine.batch.BatchServices;
import dev.rowan.engine.batch.auto.AutoPolicy;
import dev.rowan.engine.batch.auto.RealtimeThroughput;
import dev.rowan.engine.call.AttachmentStore;
import dev.rowan.engine.call.BatchQueue;
import dev.rowan.engine.call.Budget;
import dev.rowan.engine.call.CallContext;
import dev.rowan.engine.call.CallStatistics;
import dev.rowan.engine.call.NodeCalls;
import dev.rowan.engine.call.RejectionSeries;
import dev.rowan.engine.call.Replay;
import dev.rowan.engine.fault.FaultInjection;
import dev.rowan.engine.observe.RunEventPublisher;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import dev.rowan.engine.pool.Pacers;
import dev.rowan.engine.pool.PoolConfig;
import dev.rowan.engine.startup.OpenedRun;
import dev.rowan.engine.startup.RunSetup;
import dev.rowan.engine.startup.RunStartMode;
import dev.rowan.engine.stop.BackoffWait;
import dev.rowan.engine.stop.ResourceCloser;
import dev.rowan.engine.stop.RunStopper;
import dev.rowan.engine.transform.TransformExecutor;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/// Builds the components that rows pass: the context of their calls, the batch services, and an executor for each
/// node.
record CallAssembly(
        RunInputs inputs,
        RunSetup setup,
        OpenedRun opened,
        RejectionSeries rejections,
        RunStopper stop,
        RunEventPublisher events) {

    CallContext callContext() {
        Pipeline pipeline = inputs.pipeline();
        var budget = new Budget(
                pipeline.run().maxCost(),
                opened.history().calls().cost(),
                opened.history().calls().jobs().reserved());
        Duration downTimeout = pipeline.run().serviceDownTimeout();
        var pacers =
                new Pacers(inputs.time(), new SplittableRandom(inputs.random().nextLong()), downTimeout);
        return new CallContext(
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

    /// Opens the batch services. They close before the transforms do, and before the run is sealed.
    BatchServices openBatches(BatchStartup startup, CallContext calls, ResourceCloser closer)
            throws IOException, InterruptedException {
        Pipeline pipeline = inputs.pipeline();
        BatchServices services = startup.open(
                pipeline.transforms().stream()
                        .flatMap(node -> batchNode(node).stream())
                        .toList(),
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

    /// One executor for each transform, in order.
    List<TransformExecutor> executors(
            CallContext calls, Optional<BatchServices> batches, BackoffWait backoff, ResourceCloser closer) {
        Optional<Replay> replay = inputs.replayed().map(RunStartMode.Replayed::replay);
        var executors = new ArrayList<TransformExecutor>();
        for (TransformNode node : inputs.pipeline().transforms()) {
            Optional<BatchQueue> queue = batches.flatMap(services -> services.queue(node.index()));
            Optional<NodeCalls> nodeCalls = node.pool()
                    .map(_ -> calls.node(node, replay, queue, opened.history().earlierAnswers()));
            boolean waits = replay.isEmpty() || replay.get().sends(node.index());
            var executor = new TransformExecutor(
                    node, nodeCalls, opened.recorder(), inputs.time(), inputs.random(), waits ? backoff : (_, _) -> {});
            closer.add(executor);
            executors.add(executor);
        }
        return executors;
    }
}
