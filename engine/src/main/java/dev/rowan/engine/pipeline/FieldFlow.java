package dev.rowan.engine.pipeline;

import dev.rowan.api.plugin.Transform;
import dev.rowan.api.schema.RowFields;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import java.util.ArrayList;
import java.util.List;

/// The statically known fields of rows: `arriving` at each transform, before its schema, and `leaving` the last one.
record FieldFlow(List<RowFields> arriving, RowFields leaving) {
    FieldFlow {
        arriving = List.copyOf(arriving);
    }

    /// Propagates the fields `source`.
    static FieldFlow of(Pipeline pipeline, RowFields source) {
        return of(pipeline, source, false);
    }

    /// The same, but after a transform without declared output nothing is known.
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

    /// Whether a transform's output is unknown.
    static boolean isOpaque(Transform transform) {
        return !transform.outputFields(new RowFields(List.of(), true)).complete();
    }

    /// The fields of rows before `node`.
    RowFields into(TransformNode node) {
        return arriving.get(node.index());
    }

    /// The fields of rows after the schema of `node`.
    RowFields within(TransformNode node) {
        return into(node).checkedBy(node.schema());
    }
}
