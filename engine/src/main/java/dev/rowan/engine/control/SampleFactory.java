package dev.rowan.engine.control;

import dev.rowan.api.Outcome;
import dev.rowan.engine.call.CallContext;
import dev.rowan.engine.call.NodeCallStatistics;
import dev.rowan.engine.call.NodeCalls;
import dev.rowan.engine.progress.NodeTotals;
import dev.rowan.engine.progress.RunProgress;
import dev.rowan.engine.stop.StopSignal;
import dev.rowan.engine.transform.TransformExecutor;
import dev.rowan.landscape.record.CallCost;
import dev.rowan.landscape.record.Sample;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// Makes samples of a run from its counters. In a resumed run the calls continue the last sample of the process
/// before. Thread-safe.
final class SampleFactory implements Supplier<Sample> {
    private final Supplier<RunProgress.Snapshot> progress;
    private final RunProgress counters;
    private final List<TransformExecutor> executors;
    private final Map<Integer, NodeCalls> calls;
    private final CallContext context;
    private final StopSignal stop;
    private final Optional<Sample> before;

    SampleFactory(
            Supplier<RunProgress.Snapshot> progress,
            RunProgress counters,
            List<TransformExecutor> executors,
            List<NodeCalls> calls,
            CallContext context,
            StopSignal stop,
            Optional<Sample> before) {
        this.progress = progress;
        this.counters = counters;
        this.executors = List.copyOf(executors);
        this.calls = calls.stream().collect(Collectors.toMap(NodeCalls::index, Function.identity()));
        this.context = context;
        this.stop = stop;
        this.before = before;
    }

    @Override
    public Sample get() {
        RunProgress.Snapshot now = progress.get();
        return new Sample(
                now.rowsRead(),
                now.rowsEnded(),
                now.inFlight(),
                now.waitingToLeave(),
                now.undurable(),
                now.parked(),
                now.sourceDone(),
                now.sourceSize(),
                now.outcomes().entrySet().stream()
                        .collect(Collectors.toMap(entry -> word(entry.getKey()), Map.Entry::getValue)),
                now.reasons(),
                now.calls().spent(),
                now.calls().reserved(),
                now.calls().cap(),
                before.map(Sample::reorderMicros).orElse(0L) + counters.reorderMicros(),
                stop.paused(),
                executors.stream().map(this::node).toList(),
                context.paces().stream().map(ServicePaces::service).toList(),
                now.head());
    }

    private static String word(Outcome outcome) {
        return outcome.word();
    }

    private Sample.Node node(TransformExecutor executor) {
        TransformExecutor.Visits visits = executor.visits();
        String name = executor.node().name();
        int index = executor.node().index();
        Optional<NodeCalls> made = Optional.ofNullable(calls.get(index));
        Optional<NodeCallStatistics.Snapshot> statistics = made.map(NodeCalls::figures);
        var node = new Sample.Node(
                name,
                index,
                visits.ended(),
                visits.underWay(),
                statistics.map(NodeCallStatistics.Snapshot::attempts).orElse(0L),
                statistics.map(NodeCallStatistics.Snapshot::answered).orElse(0L),
                statistics.map(NodeCallStatistics.Snapshot::refused).orElse(0L),
                made.map(of -> of.config().poolSize()).orElse(0),
                made.map(NodeCalls::onWire).orElse(0),
                statistics.map(NodeCallStatistics.Snapshot::pacerMicros).orElse(0L),
                statistics.map(NodeCallStatistics.Snapshot::permitMicros).orElse(0L),
                statistics.map(NodeCallStatistics.Snapshot::wireMicros).orElse(0L),
                statistics.map(NodeCallStatistics.Snapshot::inputTokens).orElse(0L),
                statistics.map(NodeCallStatistics.Snapshot::outputTokens).orElse(0L),
                statistics.map(NodeCallStatistics.Snapshot::cost).orElse(CallCost.NONE),
                statistics.map(NodeCallStatistics.Snapshot::latency).orElse(List.of()));
        return before.flatMap(sample -> sample.nodes().stream()
                        .filter(then -> then.name().equals(name))
                        .findFirst())
                .map(then -> NodeTotals.after(then, node))
                .orElse(node);
    }
}
