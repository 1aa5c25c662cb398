package dev.rowan.engine.pipeline;

import dev.rowan.api.schema.RowFields;
import dev.rowan.engine.pipeline.Pipeline.SinkNode;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import java.util.List;
import java.util.Optional;

/// The statically known fields of each sink's rows, from the source, the schemas and the declarations of transforms.
public final class SinkFields {
    /// The field with the reason of a failed row.
    static final String ERROR = "_error";

    /// The fields of an unreadable record.
    private static final RowFields UNREADABLE = new RowFields(List.of("position", "raw"), true);

    private SinkFields() {}

    /// The fields of rows that may reach `sink`, given the source's fields.
    public static RowFields of(Pipeline pipeline, String sink, RowFields source) {
        Optional<RowFields> found = Optional.empty();
        boolean errors = false;
        FieldFlow flow = FieldFlow.of(pipeline, source);
        for (TransformNode node : pipeline.transforms()) {
            if (leadsTo(node.onError(), sink)) {
                found = joined(found, flow.into(node));
                errors = true;
            }
        }
        Optional<RowFields> passed = flow.leaving(sink);
        if (passed.isPresent()) {
            found = joined(found, passed.get());
        }
        if (leadsFromSource(pipeline, sink)) {
            found = joined(found, UNREADABLE);
            errors = true;
        }
        for (SinkNode node : pipeline.sinks()) {
            if (leadsTo(node.onError(), sink)) {
                found = joined(found, of(pipeline, node.name(), source));
                errors = true;
            }
        }
        RowFields all = found.orElse(RowFields.UNKNOWN);
        return errors ? all.with(List.of(ERROR)) : all;
    }

    /// Whether unreadable records go to `sink`.
    static boolean leadsFromSource(Pipeline pipeline, String sink) {
        return pipeline.sources().stream().anyMatch(source -> leadsTo(source.onError(), sink));
    }

    static boolean leadsTo(OnError onError, String sink) {
        return onError instanceof OnError.ToSink(var name) && name.equals(sink);
    }

    private static Optional<RowFields> joined(Optional<RowFields> found, RowFields more) {
        return Optional.of(found.map(before -> before.or(more)).orElse(more));
    }
}
