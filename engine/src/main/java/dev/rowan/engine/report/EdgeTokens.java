package dev.rowan.engine.report;

import dev.rowan.engine.pipeline.OnError;
import dev.rowan.landscape.fold.Topology;
import dev.rowan.landscape.history.RunFlow;
import dev.rowan.landscape.record.RunStart;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The number of tokens on the edges of a run's graph.
public record EdgeTokens(RunStart run, RunFlow flow) {

    /// The rows that a source, by its name, sent on; empty for the only one.
    public long read(String source) {
        return flow.read(source);
    }

    /// The records of a source that could not be read.
    public long unreadable(String source) {
        return flow.unreadable(source);
    }

    /// The tokens on the edge `label` of a node, which leads to `sink`, `discard`, or if empty to another node.
    public long count(int node, String label, Optional<String> sink) {
        if (label.equals(Topology.ERROR)) {
            return sink.map(name -> flow.ended(node, name.equals(OnError.DISCARD) ? "" : name))
                    .orElseGet(() -> flow.continuedFrom(node));
        }
        if (isKind(node, "fork")) {
            return flow.completed(node);
        }
        if (!label.isEmpty()) {
            return flow.passed(node, label);
        }
        return flow.tokens(node) - (isJoined(node) ? flow.completed(node) : 0); // where a join waits, it counts itself
    }

    private boolean isKind(int node, String kind) {
        return kind.equals(run.nodes().get(node).topology().get(Topology.KIND));
    }

    private boolean isJoined(int split) {
        return run.nodes().stream()
                .anyMatch(node -> Long.valueOf(split).equals(node.topology().get(Topology.CLOSES)));
    }

    /// How many joins of each join node wait for their branches.
    public Map<Integer, Long> openJoins() {
        var open = new LinkedHashMap<Integer, Long>();
        for (RunStart.Node node : run.nodes()) {
            if (node.topology().get(Topology.CLOSES) instanceof Long split) {
                long waiting = flow.completed(split.intValue()) - flow.visited(node.index());
                open.put(node.index(), Math.max(0, waiting));
            }
        }
        return open;
    }
}
