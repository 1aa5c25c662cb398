package dev.rowan.engine.pipeline;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problems;
import dev.rowan.api.plugin.RowSelector;
import dev.rowan.engine.graph.Edge;
import dev.rowan.engine.graph.Graph;
import dev.rowan.engine.graph.GraphNode;
import dev.rowan.engine.graph.Target;
import dev.rowan.engine.pipeline.NodeEntries.NodeEntry;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Checks a graph as a whole: no cycles, every node reachable, no fall into a route's target, no way around safety.
final class GraphCheck {
    private final Graph graph;
    private final NodeEntries entries;
    private final Problems problems;

    GraphCheck(Graph graph, NodeEntries entries, Problems problems) {
        this.graph = graph;
        this.entries = entries;
        this.problems = problems;
    }

    void check(List<String> sinks, boolean hasUnknownTargets) {
        if (cycle()) {
            return;
        }
        if (!hasUnknownTargets) {
            unreachable();
        }
        fallthrough();
        graph.nodes().forEach(this::safety);
        if (!graph.isChain()) {
            names(sinks);
        }
    }

    private String name(int node) {
        return graph.nodes().get(node).name();
    }

    /// Where an edge is written.
    private ConfigNode place(Edge edge) {
        NodeEntry entry = entries.get(edge.from());
        return switch (edge.kind()) {
            case NEXT -> entry.child(PipelineShape.TO).orElse(entry.node());
            case ERROR -> onError(entry).orElse(entry.node());
            case ROUTE -> {
                if (entry.fork().isPresent()) {
                    yield new SettingLocations(entry.fork().get()).at(List.of(edge.label()));
                }
                if (entry.isTransform()) {
                    yield Optional.of(edge.label())
                            .filter(label -> !label.equals(RowSelector.KEPT))
                            .flatMap(_ -> entry.child(PipelineShape.PLUGIN_OPTIONS))
                            .flatMap(options -> PipelineAssembly.child(options, RowSelector.OTHERWISE))
                            .orElse(entry.node());
                }
                ConfigNode gate = entry.gate().orElse(entry.node());
                yield edge.label().equals(Edge.ELSE)
                        ? PipelineAssembly.child(gate, PipelineShape.ELSE).orElse(gate)
                        : PipelineAssembly.child(gate, PipelineShape.ROUTES)
                                .map(routes -> new SettingLocations(routes).at(List.of(edge.label())))
                                .orElse(gate);
            }
        };
    }

    /// The setting `on_error` of an entry: of its gate, in its options, or beside them.
    static Optional<ConfigNode> onError(NodeEntry entry) {
        return entry.gate()
                .or(entry::join)
                .or(() -> entry.aggregate()
                        .filter(keys -> PipelineAssembly.child(keys, PipelineShape.ON_ERROR)
                                .isPresent()))
                .or(() -> entry.child(PipelineShape.PLUGIN_OPTIONS))
                .flatMap(section -> PipelineAssembly.child(section, PipelineShape.ON_ERROR))
                .or(() -> entry.child(PipelineShape.ON_ERROR));
    }

    /// Reports an edge that closes a cycle; in each cycle one leads to a lower number.
    private boolean cycle() {
        var sorted = new BitSet();
        graph.sorted().forEach(node -> sorted.set(node.index()));
        if (sorted.cardinality() == graph.nodes().size()) {
            return false;
        }
        graph.edges()
                .filter(edge -> edge.to() instanceof Target.Node(int to)
                        && to <= edge.from()
                        && graph.reachable(List.of(edge.to()), new BitSet()).get(edge.from()))
                .forEach(edge -> problems.add(
                        "config.cycle",
                        place(edge),
                        "must not lead back to '" + name(((Target.Node) edge.to()).index())
                                + "', from which rows come here: a pipeline has no cycles"));
        return true;
    }

    /// Reports the first nodes of parts that no row reaches.
    private void unreachable() {
        BitSet reached = graph.reachable(graph.starts().values(), new BitSet());
        var entered = new BitSet();
        graph.edges().forEach(edge -> {
            if (edge.to() instanceof Target.Node(int to)) {
                entered.set(to);
            }
        });
        graph.nodes().stream()
                .filter(node -> !reached.get(node.index()) && !entered.get(node.index()))
                .forEach(node -> problems.add(
                        "config.unreachable",
                        entries.get(node.index()).node(),
                        "no row can reach '" + node.name() + "'",
                        Optional.of("name it in a 'to', a route or an on_error, or remove it")));
    }

    /// A node that flows by default into one that a route names, probably by mistake.
    private void fallthrough() {
        Set<Integer> routed = new LinkedHashSet<>();
        for (GraphNode node : graph.nodes()) {
            for (Edge edge : node.edges()) {
                if (edge.kind() == Edge.Kind.ROUTE
                        && edge.to() instanceof Target.Node(int to)
                        && place(edge) instanceof ConfigNode.Scalar) {
                    routed.add(to);
                }
            }
        }
        entries.list().stream()
                .filter(entry -> (entry.isTransform() || entry.join().isPresent())
                        && entry.child(PipelineShape.TO).isEmpty()
                        && entry.next().filter(routed::contains).isPresent())
                .forEach(entry -> problems.add(
                        "config.fallthrough",
                        entry.node(),
                        "rows would continue from '" + entry.name() + "' to '"
                                + name(entry.next().orElseThrow()) + "', which a route names",
                        Optional.of("set 'to' to the next node or sink")));
    }

    /// A row that a safety node blocked must not reach a normal sink without another check.
    private void safety(GraphNode node) {
        if (!(node instanceof GraphNode.Transform(int index, var name, boolean safety, var _, var onError))
                || !safety
                || !(onError.orElse(null) instanceof Target.Node to)) {
            return;
        }
        var checked = new BitSet();
        for (GraphNode other : graph.nodes()) {
            switch (other) {
                case GraphNode.Transform transform -> checked.set(other.index(), transform.safety());
                case GraphNode.Gate gate -> checked.set(other.index(), gate.overridesSafety());
                case GraphNode.Fork _, GraphNode.Join _, GraphNode.Aggregate _ -> {
                    // check nothing
                }
            }
        }
        graph.reachable(List.of(to), checked).stream()
                .mapToObj(reached -> graph.nodes().get(reached))
                .flatMap(reached -> reached.edges().stream())
                .filter(edge -> edge.kind() != Edge.Kind.ERROR && edge.to() instanceof Target.Sink)
                .findFirst()
                .ifPresent(edge -> problems.add(
                        "config.safety_bypass",
                        place(new Edge(index, Edge.Kind.ERROR, Edge.ERROR, to)),
                        "rows that '" + name + "' blocked would reach the sink '" + ((Target.Sink) edge.to()).name()
                                + "' from '" + name(edge.from()) + "' without another check",
                        Optional.of("add another safety transform in between, or a gate with overrides_safety: true")));
    }

    /// In a graph, a given name stands for one thing.
    private void names(List<String> sinks) {
        entries.list().stream()
                .filter(entry -> entry.given()
                        && (sinks.contains(entry.name()) || entry.name().equals(OnError.DISCARD)))
                .forEach(entry -> problems.add(
                        "config.duplicate_name",
                        entry.node(),
                        entry.name().equals(OnError.DISCARD)
                                ? "'discard' is reserved and cannot be a node's name"
                                : "a sink is already named '" + entry.name() + "'"));
    }
}
