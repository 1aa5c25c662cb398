package dev.rowan.engine.startup;

import dev.rowan.api.schema.RowFields;
import dev.rowan.engine.feed.SourceSequence;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.Pipeline.SinkNode;
import dev.rowan.engine.pipeline.SinkFields;
import dev.rowan.landscape.record.RunStart;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The fields of a source's rows, read when the first sink asks for them, and recorded with the run, so that
/// resuming, retrying and replaying use the same columns, with or without the source. Owned by the run's own
/// thread.
final class SourceFields {
    static final String SETTING = "source_fields";

    private static final String NAMES = "names";
    private static final String COMPLETE = "complete";
    private static final String TYPES = "types";

    private final Optional<SourceSequence> source;
    private Optional<RowFields> known;

    private SourceFields(Optional<SourceSequence> source, Optional<RowFields> known) {
        this.source = source;
        this.known = known;
    }

    static SourceFields of(SourceSequence source) {
        return new SourceFields(Optional.of(source), Optional.empty());
    }

    /// As recorded with `run`; otherwise from the source, if it is open.
    static SourceFields recorded(RunStart run, Optional<SourceSequence> source) {
        Optional<RowFields> known =
                run.settings().get(SETTING) instanceof Map<?, ?> facts && facts.get(NAMES) instanceof List<?> names
                        ? Optional.of(new RowFields(
                                names.stream().map(String::valueOf).toList(),
                                Boolean.TRUE.equals(facts.get(COMPLETE)),
                                types(facts.get(TYPES))))
                        : Optional.empty();
        return new SourceFields(source, known);
    }

    private static Map<String, String> types(@Nullable Object recorded) {
        var types = new HashMap<String, String>();
        if (recorded instanceof Map<?, ?> facts) {
            facts.forEach((name, type) -> types.put(String.valueOf(name), String.valueOf(type)));
        }
        return types;
    }

    /// Passes the fields to each sink.
    void announce(Pipeline pipeline) throws IOException, InterruptedException {
        for (SinkNode node : pipeline.sinks()) {
            node.sink().expect(SinkFields.known(pipeline, node.name(), this::get));
        }
    }

    private RowFields get() throws IOException, InterruptedException {
        if (known.isEmpty()) {
            known = Optional.of(source.isPresent() ? source.get().fields() : RowFields.UNKNOWN);
        }
        return known.get();
    }

    /// `run` with the fields, if a sink has asked for them.
    RunStart recordedIn(RunStart run) {
        return known.map(fields -> run.with(SETTING, facts(fields))).orElse(run);
    }

    private static Map<String, @Nullable Object> facts(RowFields fields) {
        var facts = new LinkedHashMap<String, @Nullable Object>();
        facts.put(NAMES, fields.names());
        facts.put(COMPLETE, fields.complete());
        if (!fields.types().isEmpty()) {
            facts.put(TYPES, new TreeMap<>(fields.types()));
        }
        return facts;
    }
}
