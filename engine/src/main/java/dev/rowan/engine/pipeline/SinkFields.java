package dev.rowan.engine.pipeline;

import dev.rowan.api.schema.RowFields;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import java.util.List;
import java.util.Optional;

/// What is known of the rows of each sink before the first one, by the fields of the source, the schemas and what the
/// transforms declare.
public final class SinkFields {
    /// Where the reason stands in a row that did not pass.
    static final String ERROR = "_error";

    /// What a record that could not be read becomes.
    private static final RowFields UNREADABLE = new RowFields(List.of("position", "raw"), true);

    private SinkFields() {}

    /// The fields of the rows that may reach `sink`, when those of the source's rows are `source`.
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
        if (pipeline.outputSink().equals(sink)) {
            found = joined(found, flow.leaving());
        }
        if (leadsTo(pipeline.source().onError(), sink)) {
            found = joined(found, UNREADABLE);
            errors = true;
        }
        RowFields all = found.orElse(RowFields.UNKNOWN);
        return errors ? all.with(List.of(ERROR)) : all;
    }

    static boolean leadsTo(OnError onError, String sink) {
        return onError instanceof OnError.ToSink(var name) && name.equals(sink);
    }

    private static Optional<RowFields> joined(Optional<RowFields> found, RowFields more) {
        return Optional.of(found.map(before -> before.or(more)).orElse(more));
    }
}
