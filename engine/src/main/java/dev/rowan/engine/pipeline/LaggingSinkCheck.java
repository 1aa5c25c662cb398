package dev.rowan.engine.pipeline;

import dev.rowan.api.config.Problems;
import dev.rowan.engine.graph.Edge;
import dev.rowan.engine.graph.Graph;
import dev.rowan.engine.graph.GraphNode;
import dev.rowan.engine.graph.Target;
import dev.rowan.engine.pipeline.Pipeline.SinkNode;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/// Checks that no row has a token in a group and another in a sink whose marks lag: the outcomes of a row are
/// recorded together, and a group ends only after those of its members.
final class LaggingSinkCheck {
    private final Graph graph;
    private final List<TransformNode> transforms;
    private final SettingLocations places;
    private final Problems problems;

    LaggingSinkCheck(Graph graph, List<TransformNode> transforms, SettingLocations places, Problems problems) {
        this.graph = graph;
        this.transforms = transforms;
        this.places = places;
        this.problems = problems;
    }

    void check(List<SinkNode> sinks) {
        List<SinkNode> lagging =
                sinks.stream().filter(node -> node.sink().lags()).toList();
        if (lagging.isEmpty()) {
            return;
        }
        for (SinkNode sink : lagging) {
            graph.nodes().stream()
                    .filter(node -> graph.isSplit(node.index()))
                    .flatMap(split -> conflict(split, sink).stream())
                    .findFirst()
                    .ifPresent(aggregate -> problems.add(
                            "config.lagging_sink",
                            places.sink(sink.name(), List.of()),
                            "must not receive tokens of rows that also go to the aggregate '" + aggregate.name()
                                    + "': this sink makes rows durable in parts, and a group ends only when all of its"
                                    + " members are durable",
                            Optional.of("use a plain file here, such as jsonl without compression")));
        }
    }

    /// The aggregate that tokens of a row reach behind `split` while others of it reach the sink.
    private Optional<GraphNode> conflict(GraphNode split, SinkNode sink) {
        List<Target> targets = split.edges().stream().map(Edge::to).toList();
        BitSet behind = graph.reachableByToken(targets, new BitSet());
        Optional<GraphNode> aggregate = graph.nodes().stream()
                .filter(node -> behind.get(node.index()) && node instanceof GraphNode.Aggregate)
                .findFirst();
        boolean reached = leads(split, sink)
                || graph.nodes().stream()
                        .filter(node -> behind.get(node.index()) && !(node instanceof GraphNode.Aggregate))
                        .anyMatch(node -> leads(node, sink));
        return reached ? aggregate : Optional.empty();
    }

    private boolean leads(GraphNode node, SinkNode sink) {
        return node.edges().stream().anyMatch(edge -> edge.to().equals(new Target.Sink(sink.name())))
                || transforms.stream()
                        .filter(transform -> transform.index() == node.index())
                        .anyMatch(transform -> SinkFields.leadsTo(transform.onError(), sink.name()));
    }
}
