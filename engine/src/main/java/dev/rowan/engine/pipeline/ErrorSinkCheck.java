package dev.rowan.engine.pipeline;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problems;
import dev.rowan.engine.pipeline.Pipeline.SinkNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Checks the sinks for rows that other sinks refuse. A refusal is known only when its sink is durable, so such a row
/// is
/// written later than others: its sink must get no other rows, to be in order, and must not lag.
final class ErrorSinkCheck {
    private final SettingLocations places;
    private final Problems problems;

    ErrorSinkCheck(SettingLocations places, Problems problems) {
        this.places = places;
        this.problems = problems;
    }

    /// `used` are the sinks that get rows from sources and transforms.
    void check(List<SinkNode> sinks, Set<String> used) {
        for (SinkNode sink : sinks) {
            if (sink.onError() instanceof OnError.ToSink(String name)) {
                sinks.stream()
                        .filter(other -> other.name().equals(name))
                        .findFirst()
                        .flatMap(errors -> problem(sink, errors, sinks, used))
                        .ifPresent(problem -> problems.add(
                                "config.error_sink",
                                place(sink),
                                problem,
                                Optional.of("add a sink for these rows alone, such as {plugin: jsonl, options: {path:"
                                        + " out/refused.jsonl}}")));
            }
        }
    }

    private static Optional<String> problem(SinkNode sink, SinkNode errors, List<SinkNode> sinks, Set<String> used) {
        String name = errors.name();
        if (name.equals(sink.name())) {
            return Optional.of("must be another sink");
        }
        if (used.contains(name)) {
            return Optional.of("must be a separate sink: '" + name + "' receives other rows too, and a row that '"
                    + sink.name() + "' rejects would be out of order there");
        }
        if (sinks.stream()
                        .filter(other -> SinkFields.leadsTo(other.onError(), name))
                        .count()
                > 1) {
            return Optional.of("must be a separate sink: '" + name + "' receives the rejected rows of another sink");
        }
        if (errors.onError() instanceof OnError.ToSink) {
            return Optional.of("must be a sink without an on_error: '" + name + "' has one");
        }
        if (errors.sink().lags()) {
            return Optional.of("must be a sink that makes each row durable at once: '" + name
                    + "' writes in parts, like compressed files, Parquet and lists of rows");
        }
        return Optional.empty();
    }

    private ConfigNode place(SinkNode sink) {
        ConfigNode entry = places.at(List.of(PipelineShape.SINKS.name(), sink.name()));
        return PipelineAssembly.child(entry, PipelineShape.REFUSED)
                .orElseGet(() -> places.sink(sink.name(), List.of(PipelineShape.REFUSED.name())));
    }
}
