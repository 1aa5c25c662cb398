package dev.rowan.engine.pipeline;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.NearName;
import dev.rowan.api.config.Problems;
import dev.rowan.api.schema.RowFields;
import dev.rowan.engine.pipeline.Pipeline.SinkNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Checks the fields that sinks select: billed answers and failure reasons must not be dropped by mistake.
final class SinkCheck {
    private static final String COLUMNS = "columns";

    private final Pipeline pipeline;
    private final SettingLocations places;
    private final Problems problems;
    private final RowFields source;

    SinkCheck(Pipeline pipeline, SettingLocations places, Problems problems, RowFields source) {
        this.pipeline = pipeline;
        this.places = places;
        this.problems = problems;
        this.source = source;
    }

    void check() {
        pipeline.sinks()
                .forEach(sink -> sink.sink().selectedFields().ifPresent(columns -> {
                    lostAnswers(sink, columns, PaidAnswers.of(pipeline, origin(sink.name())));
                    if (takesErrors(sink.name()) && !columns.contains(SinkFields.ERROR)) {
                        problems.add(
                                "config.lost_field",
                                place(sink),
                                "must include '" + SinkFields.ERROR + "', the reason of failed rows",
                                Optional.of("add " + SinkFields.ERROR));
                    }
                    emptyColumns(sink, columns);
                }));
    }

    private boolean takesErrors(String sink) {
        return SinkFields.leadsFromSource(pipeline, sink)
                || !origin(sink).equals(sink)
                || pipeline.transforms().stream().anyMatch(node -> SinkFields.leadsTo(node.onError(), sink));
    }

    /// The sink whose refused rows go to `sink`, or else itself.
    private String origin(String sink) {
        return pipeline.sinks().stream()
                .filter(node -> SinkFields.leadsTo(node.onError(), sink))
                .map(SinkNode::name)
                .findFirst()
                .orElse(sink);
    }

    private void lostAnswers(SinkNode sink, List<String> columns, Map<String, String> answers) {
        answers.forEach((field, node) -> {
            if (!columns.contains(field)) {
                problems.add(
                        "config.lost_field",
                        place(sink),
                        "must include '" + field + "', the billed answer of transform '" + node + "'; it would be lost",
                        Optional.of("add " + field + ", or drop it in a field_mapper before the sink"));
            }
        });
    }

    /// An empty column may be intended, to be filled in by hand.
    private void emptyColumns(SinkNode sink, List<String> columns) {
        RowFields known = SinkFields.of(pipeline, sink.name(), source);
        if (!known.complete()) {
            return;
        }
        columns.stream()
                .filter(column -> !known.names().contains(column))
                .forEach(column -> problems.warn(
                        "config.unknown_field",
                        place(sink),
                        "no row has a field '" + column + "', so the column stays empty; rows have "
                                + FieldCheck.list(known),
                        NearName.hint(column, known.names())));
    }

    private ConfigNode place(SinkNode sink) {
        return places.sink(sink.name(), List.of(COLUMNS));
    }
}
