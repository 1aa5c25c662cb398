package dev.rowan.engine.pipeline;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.plugin.Guardrail;
import dev.rowan.api.plugin.RowSelector;
import dev.rowan.engine.graph.Graph;
import dev.rowan.engine.graph.GraphNode;
import dev.rowan.engine.graph.JoinPolicy;
import dev.rowan.engine.graph.Merge;
import dev.rowan.engine.graph.Target;
import dev.rowan.engine.pipeline.NodeEntries.NodeEntry;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Builds the graph of a pipeline from its entries. Owned by one thread.
final class GraphAssembly {
    /// The split of a join that closes none.
    static final int NOTHING = -1;

    private final NodeEntries entries;
    private final TargetNames targets;
    private final BranchAssembly branches;

    GraphAssembly(NodeEntries entries, TargetNames targets, BranchAssembly branches) {
        this.entries = entries;
        this.targets = targets;
        this.branches = branches;
    }

    /// The graph of these nodes; those that could not be configured are missing among `transforms`.
    Graph build(Map<String, Target> starts, List<TransformNode> transforms) {
        var nodes = new ArrayList<GraphNode>();
        for (NodeEntry entry : entries.list()) {
            Optional<TransformNode> transform = transforms.stream()
                    .filter(node -> node.index() == entry.index())
                    .findFirst();
            nodes.add(node(entry, transform, transform.flatMap(node -> target(node.onError()))));
        }
        return withJoins(new Graph(starts, nodes, Optional.empty()), transforms);
    }

    private GraphNode node(NodeEntry entry, Optional<TransformNode> transform, Optional<Target> onError) {
        if (entry.gate().isPresent()) {
            return gate(entry, entry.gate().get(), onError);
        }
        if (entry.fork().isPresent()) {
            return new GraphNode.Fork(
                    entry.index(), entry.name(), targets(entry, entry.fork().get()));
        }
        if (entry.join().isPresent()) {
            return new GraphNode.Join(
                    entry.index(),
                    entry.name(),
                    NOTHING,
                    new JoinPolicy.All(),
                    new Merge.First(),
                    targets.next(entry),
                    onError);
        }
        if (entry.aggregate().isPresent()) {
            return new GraphNode.Aggregate(entry.index(), entry.name(), targets.next(entry), onError);
        }
        Optional<RowSelector> selector = transform
                .map(TransformNode::transform)
                .filter(RowSelector.class::isInstance)
                .map(RowSelector.class::cast);
        if (selector.isPresent()) {
            return selection(entry, selector.get(), onError);
        }
        boolean safety = transform
                .map(TransformNode::transform)
                .filter(Guardrail.class::isInstance)
                .isPresent();
        return new GraphNode.Transform(entry.index(), entry.name(), safety, targets.next(entry), onError);
    }

    /// A gate with a route for rows that are kept and one for those that are dropped.
    private GraphNode selection(NodeEntry entry, RowSelector selector, Optional<Target> onError) {
        var routes = new LinkedHashMap<String, Target>();
        routes.put(RowSelector.KEPT, targets.next(entry));
        routes.put(
                selector.droppedAs(),
                entry.child(PipelineShape.PLUGIN_OPTIONS)
                        .flatMap(options -> PipelineAssembly.child(options, RowSelector.OTHERWISE))
                        .map(target -> targets.route(entry, target))
                        .orElseGet(Target.Discard::new));
        return new GraphNode.Gate(entry.index(), entry.name(), routes, Optional.empty(), onError, false);
    }

    /// The graph with each join closing its split, those before others first.
    private Graph withJoins(Graph draft, List<TransformNode> transforms) {
        Graph graph = draft;
        for (GraphNode node : draft.sorted()) {
            if (node instanceof GraphNode.Join join) {
                Optional<GraphNode.Join> closing =
                        branches.join(entries.get(join.index()), graph, transforms, entries, join);
                if (closing.isPresent()) {
                    var nodes = new ArrayList<>(graph.nodes());
                    nodes.set(join.index(), closing.get());
                    graph = new Graph(graph.starts(), nodes, Optional.empty());
                }
            }
        }
        if (graph.sorted().size() < graph.nodes().size()) {
            return graph;
        }
        branches.checkNesting(graph, transforms, entries);
        branches.checkAggregates(graph, entries);
        branches.checkTimeouts(graph, transforms, entries);
        return new Graph(graph.starts(), graph.nodes(), branches.parts(graph, transforms, entries));
    }

    private Map<String, Target> targets(NodeEntry entry, ConfigNode labels) {
        var found = new LinkedHashMap<String, Target>();
        if (labels instanceof ConfigNode.Mapping(var _, var _, var named)) {
            named.forEach((label, target) -> found.put(label, targets.route(entry, target.value())));
        }
        return found;
    }

    private GraphNode gate(NodeEntry entry, ConfigNode gate, Optional<Target> onError) {
        return new GraphNode.Gate(
                entry.index(),
                entry.name(),
                PipelineAssembly.child(gate, PipelineShape.ROUTES)
                        .map(labels -> targets(entry, labels))
                        .orElse(Map.of()),
                PipelineAssembly.child(gate, PipelineShape.ELSE).map(target -> targets.route(entry, target)),
                onError,
                PipelineAssembly.child(gate, PipelineShape.OVERRIDES_SAFETY)
                        .filter(value -> value instanceof ConfigNode.Scalar(var _, var _, Boolean yes) && yes)
                        .isPresent());
    }

    private static Optional<Target> target(OnError onError) {
        return switch (onError) {
            case OnError.ToNode(int node) -> Optional.of(new Target.Node(node));
            case OnError.ToSink(String sink) -> Optional.of(new Target.Sink(sink));
            case OnError.Discard _ -> Optional.of(new Target.Discard());
            case OnError.Stay _ -> Optional.empty();
        };
    }
}
