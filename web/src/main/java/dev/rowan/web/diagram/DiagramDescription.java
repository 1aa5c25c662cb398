package dev.rowan.web.diagram;

import dev.rowan.engine.pipeline.OnError;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The text alternative of a diagram.
final class DiagramDescription {
    private DiagramDescription() {}

    static String of(Diagram sketch) {
        String way = Stream.concat(sketch.source().stream(), sketch.transforms().stream())
                .map(node -> node.name() + errors(node.onError()))
                .collect(Collectors.joining(", then "));
        return "Rows go from " + (way.isEmpty() ? "nowhere" : way) + ", then to the sink " + sketch.output() + ".";
    }

    private static String errors(OnError onError) {
        return switch (onError) {
            case OnError.ToSink(String sink) -> " (on error to " + sink + ")";
            case OnError.Discard _ -> " (on error discarded)";
            case OnError.Stay _, OnError.ToNode _ -> "";
        };
    }

    /// All of a node that may have been cut, and its problems.
    static String of(Diagram.Node node) {
        var description = new StringBuilder(node.kind().word() + " " + node.name());
        if (!node.plugin().equals(node.name())) {
            description.append(" (").append(node.plugin()).append(')');
        }
        node.facts().forEach(fact -> description.append('\n').append(fact));
        node.problems().forEach(problem -> description.append("\n⚠ ").append(problem));
        return description.toString();
    }
}
