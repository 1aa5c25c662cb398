package dev.rowan.engine.pipeline;

import dev.rowan.api.plugin.Transform;
import dev.rowan.api.schema.RowFields;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import java.util.ArrayList;
import java.util.List;

/// The fields of rows at every node, as far as they are known before the first row: `arriving` at each transform,
/// before
/// its schema, and `leaving` the last one.
record FieldFlow(List<RowFields> arriving, RowFields leaving) {
    FieldFlow {
        arriving = List.copyOf(arriving);
    }

    /// Follows rows that have the fields `source`.
    static FieldFlow of(Pipeline pipeline, RowFields source) {
        return of(pipeline, source, false);
    }

    /// The same, but behind a transform that does not declare its output nothing counts as known.
    static FieldFlow certain(Pipeline pipeline, RowFields source) {
        return of(pipeline, source, true);
    }

    private static FieldFlow of(Pipeline pipeline, RowFields source, boolean certain) {
        var arriving = new ArrayList<RowFields>();
        RowFields row = source;
        for (TransformNode node : pipeline.transforms()) {
            arriving.add(row);
            Transform transform = node.transform();
            row = certain && isOpaque(transform)
                    ? RowFields.UNKNOWN
                    : transform.outputFields(row.checkedBy(node.schema()));
        }
        return new FieldFlow(arriving, row);
    }

    /// Whether a transform may make any row of a known one.
    static boolean isOpaque(Transform transform) {
        return !transform.outputFields(new RowFields(List.of(), true)).complete();
    }

    /// The fields of the rows that come to `node`.
    RowFields into(TransformNode node) {
        return arriving.get(node.index());
    }

    /// The fields of the rows that the schema of `node` lets pass.
    RowFields within(TransformNode node) {
        return into(node).checkedBy(node.schema());
    }
}
