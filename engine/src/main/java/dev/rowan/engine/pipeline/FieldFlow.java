package dev.rowan.engine.pipeline;

import dev.rowan.api.plugin.RowSelector;
import dev.rowan.api.plugin.Transform;
import dev.rowan.api.schema.RowFields;
import dev.rowan.engine.graph.Edge;
import dev.rowan.engine.graph.ErrorField;
import dev.rowan.engine.graph.GraphNode;
import dev.rowan.engine.graph.Target;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.Function;

/// The statically known fields of rows: `arriving` at each node, before its schema, and at each sink if they pass.
/// Nodes and sinks that no row reaches are missing.
record FieldFlow(Map<Target, RowFields> arriving) {
    FieldFlow {
        arriving = Map.copyOf(arriving);
    }

    /// Propagates the fields `source` of rows of all sources.
    static FieldFlow of(Pipeline pipeline, RowFields source) {
        return of(pipeline, _ -> source, false, RowFields::or);
    }

    /// The same with the fields of each source, by its name; after a transform without declared output nothing is
    /// known.
    static FieldFlow certain(Pipeline pipeline, Function<String, RowFields> source) {
        return of(pipeline, source, true, RowFields::or);
    }

    /// The same, but where edges meet only the fields that rows of each have.
    static FieldFlow always(Pipeline pipeline, Function<String, RowFields> source) {
        return of(pipeline, source, true, FieldFlow::common);
    }

    private static RowFields common(RowFields some, RowFields others) {
        return new RowFields(
                some.names().stream().filter(others.names()::contains).toList(), some.complete() && others.complete());
    }

    private static FieldFlow of(
            Pipeline pipeline, Function<String, RowFields> source, boolean certain, BinaryOperator<RowFields> merge) {
        var arriving = new HashMap<Target, RowFields>();
        pipeline.graph().starts().forEach((name, start) -> arriving.merge(start, source.apply(name), merge));
        for (GraphNode node : pipeline.graph().sorted()) {
            RowFields row = arriving.get(new Target.Node(node.index()));
            if (row == null) {
                continue;
            }
            TransformNode at = pipeline.transforms().get(node.index());
            RowFields output = certain && isOpaque(at.transform())
                    ? RowFields.UNKNOWN
                    : at.transform().outputFields(row.checkedBy(at.schema()));
            for (Edge edge : node.edges()) {
                if (at.transform() instanceof RowSelector selector
                        && edge.label().equals(selector.droppedAs())) {
                    arriving.merge(edge.to(), selector.droppedFields(row.checkedBy(at.schema())), merge);
                } else if (edge.kind() != Edge.Kind.ERROR) {
                    arriving.merge(edge.to(), output, merge);
                } else if (edge.to() instanceof Target.Node) {
                    arriving.merge(edge.to(), row.with(List.of(ErrorField.NAME)), merge);
                }
            }
        }
        return new FieldFlow(arriving);
    }

    /// Whether a transform's output is unknown.
    static boolean isOpaque(Transform transform) {
        return !transform.outputFields(new RowFields(List.of(), true)).complete();
    }

    /// The fields of rows that pass to `sink`.
    Optional<RowFields> leaving(String sink) {
        return Optional.ofNullable(arriving.get(new Target.Sink(sink)));
    }

    /// The fields of rows before `node`.
    RowFields into(TransformNode node) {
        return arriving.getOrDefault(new Target.Node(node.index()), RowFields.UNKNOWN);
    }

    /// The fields of rows after the schema of `node`.
    RowFields within(TransformNode node) {
        return into(node).checkedBy(node.schema());
    }
}
