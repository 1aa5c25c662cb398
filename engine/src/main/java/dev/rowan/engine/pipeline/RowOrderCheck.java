package dev.rowan.engine.pipeline;

import dev.rowan.api.config.Problems;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.RowCountAware;
import dev.rowan.api.plugin.RowObserver;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.api.plugin.Source;
import dev.rowan.engine.graph.Graph;
import dev.rowan.engine.graph.GraphNode;
import dev.rowan.engine.graph.Target;
import dev.rowan.engine.pipeline.Pipeline.SourceNode;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import java.util.List;
import java.util.Optional;

/// Checks transforms that depend on other rows: what they depend on must be known before any call.
record RowOrderCheck(Graph graph, NodeEntries entries, Problems problems) {

    void check(List<TransformNode> transforms, List<SourceNode> sources) {
        for (TransformNode node : transforms) {
            if (node.transform() instanceof RowObserver) {
                transforms.stream()
                        .filter(before -> before.index() != node.index()
                                && graph.reaches(new Target.Node(before.index()), node.index()))
                        .forEach(before -> why(before)
                                .ifPresent(why -> problems.add(
                                        "config.row_order",
                                        entries.get(node.index()).node(),
                                        "'" + node.name() + "' decides in row order before any call, but '"
                                                + before.name() + "' before it " + why + "; put it before '"
                                                + before.name() + "'")));
            }
            if (node.transform() instanceof RowCountAware aware
                    && aware.needsRowCount()
                    && sources.stream().map(SourceNode::source).anyMatch(Source::isTransient)) {
                problems.add(
                        "config.row_order",
                        entries.get(node.index()).node(),
                        "'" + node.name() + "' counts the rows of the source before the run, which standard input does"
                                + " not allow; use a file, or 'rate'");
            }
        }
    }

    /// Why rows must not pass a node before one that decides in row order.
    private Optional<String> why(TransformNode node) {
        var capabilities = node.plugin().capabilities();
        if (capabilities.contains(Capability.CALLS_OUT)) {
            return Optional.of("calls a service");
        }
        if (capabilities.contains(Capability.CREATES_TOKENS)
                || graph.nodes().get(node.index()) instanceof GraphNode.Fork
                || graph.nodes().get(node.index()) instanceof GraphNode.Join) {
            return Optional.of("splits rows");
        }
        return capabilities.contains(Capability.DETERMINISTIC) && node.transform() instanceof RowTransform
                ? Optional.empty()
                : Optional.of("does not always give the same result");
    }
}
