package dev.rowan.engine.progress;

import dev.rowan.landscape.CallQueries.EndedCalls;
import dev.rowan.landscape.record.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Adds up the counters of a run's nodes over several processes and writers.
public final class NodeTotals {
    private NodeTotals() {}

    /// The sample with the calls that ended after it.
    public static Sample add(Sample sample, Map<Integer, EndedCalls> later) {
        List<Sample.Node> nodes = sample.nodes().stream()
                .map(node -> Optional.ofNullable(later.get(node.index()))
                        .map(calls -> add(node, calls))
                        .orElse(node))
                .toList();
        return new Sample(
                sample.rowsRead(),
                sample.rowsEnded(),
                sample.inFlight(),
                sample.waitingToLeave(),
                sample.undurable(),
                sample.parked(),
                sample.sourceDone(),
                sample.sourceSize(),
                sample.outcomes(),
                sample.reasons(),
                sample.spent(),
                sample.reserved(),
                sample.cap(),
                sample.reorderMicros(),
                sample.paused(),
                nodes,
                sample.services(),
                sample.head());
    }

    private static Sample.Node add(Sample.Node node, EndedCalls calls) {
        return new Sample.Node(
                node.name(),
                node.index(),
                node.visits(),
                node.inFlight(),
                node.attempts() + calls.attempts(),
                node.answered() + calls.answered(),
                node.refused() + calls.refused(),
                node.poolSize(),
                node.onWire(),
                node.pacerMicros(),
                node.permitMicros(),
                node.wireMicros(),
                node.inputTokens() + calls.inputTokens(),
                node.outputTokens() + calls.outputTokens(),
                node.cost().plus(calls.cost()),
                node.latency());
    }

    /// The counts of this process added to those of earlier ones.
    public static Sample.Node after(Sample.Node before, Sample.Node now) {
        return new Sample.Node(
                now.name(),
                now.index(),
                before.visits() + now.visits(),
                now.inFlight(),
                before.attempts() + now.attempts(),
                before.answered() + now.answered(),
                before.refused() + now.refused(),
                now.poolSize(),
                now.onWire(),
                before.pacerMicros() + now.pacerMicros(),
                before.permitMicros() + now.permitMicros(),
                before.wireMicros() + now.wireMicros(),
                before.inputTokens() + now.inputTokens(),
                before.outputTokens() + now.outputTokens(),
                before.cost().plus(now.cost()),
                sums(before.latency(), now.latency()));
    }

    /// The counters of two writers. In flight is nothing.
    static Sample.Node sum(Sample.Node one, Sample.Node other) {
        return idle(after(one, other));
    }

    /// The counters without what is in flight.
    static Sample.Node idle(Sample.Node node) {
        return with(node, 0, 0, 0);
    }

    /// The counters `total` with what `working` has in flight in addition.
    static Sample.Node busy(Sample.Node total, Sample.Node working) {
        return with(
                total,
                total.inFlight() + working.inFlight(),
                total.poolSize() + working.poolSize(),
                total.onWire() + working.onWire());
    }

    private static Sample.Node with(Sample.Node node, long inFlight, int poolSize, int onWire) {
        return new Sample.Node(
                node.name(),
                node.index(),
                node.visits(),
                inFlight,
                node.attempts(),
                node.answered(),
                node.refused(),
                poolSize,
                onWire,
                node.pacerMicros(),
                node.permitMicros(),
                node.wireMicros(),
                node.inputTokens(),
                node.outputTokens(),
                node.cost(),
                node.latency());
    }

    private static List<Long> sums(List<Long> before, List<Long> now) {
        var sums = new ArrayList<>(now.size() >= before.size() ? now : before);
        List<Long> others = now.size() >= before.size() ? before : now;
        for (int i = 0; i < others.size(); i++) {
            sums.set(i, sums.get(i) + others.get(i));
        }
        return sums;
    }
}
