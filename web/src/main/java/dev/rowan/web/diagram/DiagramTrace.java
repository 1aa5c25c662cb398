package dev.rowan.web.diagram;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The path through a pipeline: a mark per visited node, by its path, and the steps taken.
public record DiagramTrace(Map<String, Mark> marks, Set<Step> steps) {

    public DiagramTrace {
        marks = Map.copyOf(marks);
        steps = Set.copyOf(steps);
    }

    /// The label of a node; `kind` is good, bad, warn, live or calm.
    public record Mark(String kind, String label) {}

    /// The edge that rows took from a node, by its path; `label` is that of a route, empty, or [#ERROR].
    public record Step(String from, String label) {
        /// The label of the edge that failed rows take.
        public static final String ERROR = "error";

        /// To the next node, or the output.
        public static Step next(String from) {
            return new Step(from, "");
        }

        /// To where failed rows go.
        public static Step error(String from) {
            return new Step(from, ERROR);
        }
    }

    Optional<Mark> at(Diagram.Node node) {
        return Optional.ofNullable(marks.get(node.path()));
    }
}
