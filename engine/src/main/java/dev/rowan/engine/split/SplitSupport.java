package dev.rowan.engine.split;

import dev.rowan.api.plugin.RowCountAware;
import dev.rowan.api.plugin.RowObserver;
import dev.rowan.api.plugin.Sink.Parts;
import dev.rowan.engine.graph.GraphNode;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.Pipeline.SinkNode;
import dev.rowan.engine.pipeline.Pipeline.SourceNode;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What keeps a pipeline from running on several workers.
public final class SplitSupport {
    private SplitSupport() {}

    /// Every problem, each with what to do.
    public static List<String> problems(Pipeline pipeline) {
        var problems = new ArrayList<String>();
        if (pipeline.notifySettings().isPresent()) {
            problems.add("'notify' is not sent by runs on Flink yet; remove it, or use --engine local");
        }
        for (SourceNode node : pipeline.sources()) {
            if (node.source().isTransient()) {
                problems.add(node.title() + " can be read only once; write its input to a file first");
            }
        }
        pipeline.graph().nodes().stream()
                .filter(GraphNode.Aggregate.class::isInstance)
                .forEach(node -> problems.add("aggregate '" + name(pipeline, node.index())
                        + "' needs all rows in one process; run it with --engine local"));
        for (TransformNode node : pipeline.transforms()) {
            transform(node).ifPresent(problems::add);
        }
        for (SinkNode node : pipeline.sinks()) {
            if (node.sink().parts() instanceof Parts.Refused(String why)) {
                problems.add(problem(node, why));
            }
        }
        return problems;
    }

    static String problem(SinkNode node, String why) {
        return "sink '" + node.name() + "' cannot be written by several workers: " + why;
    }

    private static Optional<String> transform(TransformNode node) {
        String name = "transform '" + node.name() + "'";
        if (node.transform() instanceof RowObserver) {
            return Optional.of(name + " depends on all earlier rows; run it with --engine local");
        }
        if (node.transform() instanceof RowCountAware aware && aware.needsRowCount()) {
            return Optional.of(name + " depends on the number of rows; run it with --engine local");
        }
        return Optional.empty();
    }

    private static String name(Pipeline pipeline, int index) {
        return pipeline.transforms().get(index).name();
    }
}
