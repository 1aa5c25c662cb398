package dev.rowan.engine.pipeline;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.plugin.Guardrail;
import dev.rowan.engine.graph.Graph;
import dev.rowan.engine.graph.GraphNode;
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
    private final NodeEntries entries;
    private final TargetNames targets;

    GraphAssembly(NodeEntries entries, TargetNames targets) {
        this.entries = entries;
        this.targets = targets;
    }

    /// The graph of these nodes; those that could not be configured are missing among `transforms`.
    Graph build(Map<String, Target> starts, List<TransformNode> transforms) {
        var nodes = new ArrayList<GraphNode>();
        for (NodeEntry entry : entries.list()) {
            Optional<TransformNode> transform = transforms.stream()
                    .filter(node -> node.index() == entry.index())
                    .findFirst();
            Optional<Target> onError = transform.flatMap(node -> target(node.onError()));
            nodes.add(
                    entry.gate().isPresent()
                            ? gate(entry, entry.gate().get(), onError)
                            : new GraphNode.Transform(
                                    entry.index(),
                                    entry.name(),
                                    transform
                                            .map(TransformNode::transform)
                                            .filter(Guardrail.class::isInstance)
                                            .isPresent(),
                                    targets.next(entry),
                                    onError));
        }
        return new Graph(starts, nodes);
    }

    private GraphNode gate(NodeEntry entry, ConfigNode gate, Optional<Target> onError) {
        Map<String, Target> routes = new LinkedHashMap<>();
        if (PipelineAssembly.child(gate, PipelineShape.ROUTES).orElse(gate)
                instanceof ConfigNode.Mapping(var _, var _, var labels)) {
            labels.forEach((label, target) -> routes.put(label, targets.route(entry, target.value())));
        }
        return new GraphNode.Gate(
                entry.index(),
                entry.name(),
                routes,
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
