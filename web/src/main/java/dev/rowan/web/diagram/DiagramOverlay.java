package dev.rowan.web.diagram;

import dev.rowan.web.diagram.DiagramTrace.Step;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// What a picture shows besides the pipeline: the trace of a row, or the number of tokens on each edge and notes on
/// nodes by their path; and where its nodes and edges lead to.
public record DiagramOverlay(
        Optional<DiagramTrace> trace,
        Map<Step, Long> tokens,
        Map<String, String> notes,
        Function<Diagram.Node, Optional<String>> nodeLinks,
        Function<Step, Optional<String>> edgeLinks) {
    public static final DiagramOverlay NONE =
            new DiagramOverlay(Optional.empty(), Map.of(), Map.of(), _ -> Optional.empty(), _ -> Optional.empty());

    public DiagramOverlay {
        tokens = Map.copyOf(tokens);
        notes = Map.copyOf(notes);
    }

    public static DiagramOverlay of(DiagramTrace trace) {
        return new DiagramOverlay(Optional.of(trace), Map.of(), Map.of(), NONE.nodeLinks(), NONE.edgeLinks());
    }

    public static DiagramOverlay of(Map<Step, Long> tokens, Map<String, String> notes) {
        return new DiagramOverlay(Optional.empty(), tokens, notes, NONE.nodeLinks(), NONE.edgeLinks());
    }

    /// The same with links of nodes.
    public DiagramOverlay linking(Function<Diagram.Node, Optional<String>> nodes) {
        return new DiagramOverlay(trace, tokens, notes, nodes, edgeLinks);
    }

    /// The same with links of edges.
    public DiagramOverlay linkingEdges(Function<Step, Optional<String>> edges) {
        return new DiagramOverlay(trace, tokens, notes, nodeLinks, edges);
    }
}
