package dev.rowan.web.diagram;

import dev.rowan.engine.pipeline.OnError;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The text alternative of a diagram.
final class DiagramDescription {
    private DiagramDescription() {}

    static String of(Diagram sketch) {
        if (!sketch.isChain()) {
            return graph(sketch);
        }
        String way = Stream.concat(sketch.source().stream(), sketch.transforms().stream())
                .map(node -> node.name() + errors(node.onError()))
                .collect(Collectors.joining(", then "));
        return "Rows go from " + (way.isEmpty() ? "nowhere" : way) + ", then to the sink " + sketch.output() + ".";
    }

    private static String graph(Diagram sketch) {
        Map<String, String> names = Stream.of(sketch.sources(), sketch.transforms(), sketch.sinks())
                .flatMap(List::stream)
                .collect(Collectors.toMap(Diagram.Node::path, Diagram.Node::name, (one, _) -> one));
        return sketch.links().stream()
                .map(link -> names.getOrDefault(link.from(), link.from())
                        + (link.label().isEmpty() ? "" : " (" + link.label() + ")")
                        + " to "
                        + link.to().map(to -> names.getOrDefault(to, to)).orElse("nowhere"))
                .collect(Collectors.joining(", ", "Rows go from ", "."));
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
