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

    /// From one node to another, by their paths.
    public record Step(String from, String to) {
        /// The target of discarded rows.
        static final String DISCARD = "discard";

        /// The row that is dropped at `from`.
        public static Step discarded(String from) {
            return new Step(from, DISCARD);
        }
    }

    Optional<Mark> at(Diagram.Node node) {
        return Optional.ofNullable(marks.get(node.path()));
    }
}
