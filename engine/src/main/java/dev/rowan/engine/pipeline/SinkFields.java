package dev.rowan.engine.pipeline;

import dev.rowan.api.plugin.Sink;
import dev.rowan.api.schema.RowFields;
import dev.rowan.api.schema.RowSchema;
import dev.rowan.engine.pipeline.Pipeline.SinkNode;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/// The statically known fields of each sink's rows, from the source, the schemas and the declarations of transforms.
public final class SinkFields {
    /// The field with the reason of a failed row.
    static final String ERROR = "_error";

    /// The fields of an unreadable record.
    private static final RowFields UNREADABLE = new RowFields(List.of("position", "raw"), true);

    private SinkFields() {}

    /// What is known about the rows that may reach `sink`, given the source's fields.
    public static Sink.KnownFields known(Pipeline pipeline, String sink, Sink.KnownFields source) {
        return new Sink.KnownFields() {
            @Override
            public RowFields get() throws IOException, InterruptedException {
                return of(pipeline, sink, source.get());
            }

            @Override
            public List<String> inEveryRow() throws IOException, InterruptedException {
                return common(pipeline, sink, source.get());
            }
        };
    }

    /// The fields that all rows have that reach `sink`, as far as they are known: none of optional ones, and none if
    /// unreadable records or rows that another sink refused may reach it.
    private static List<String> common(Pipeline pipeline, String sink, RowFields source) {
        if (!source.complete()
                || pipeline.sources().size() > 1
                || leadsFromSource(pipeline, sink)
                || pipeline.sinks().stream().anyMatch(node -> leadsTo(node.onError(), sink))) {
            return List.of();
        }
        FieldFlow flow = FieldFlow.always(pipeline, _ -> source);
        var names = new LinkedHashSet<>(of(pipeline, sink, source).names());
        flow.leaving(sink).ifPresent(passed -> names.retainAll(passed.names()));
        for (TransformNode node : pipeline.transforms()) {
            if (leadsTo(node.onError(), sink)) {
                names.retainAll(flow.into(node).names());
            }
            node.schema().fields().stream()
                    .filter(RowSchema.Field::optional)
                    .forEach(field -> names.remove(field.name()));
        }
        return List.copyOf(names);
    }

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
