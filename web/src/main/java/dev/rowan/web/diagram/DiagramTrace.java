package dev.rowan.web.diagram;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The way that something took through a pipeline: what is said at each node it came to, by the node's path,
/// and the steps it took.
public record DiagramTrace(Map<String, Mark> marks, Set<Step> steps) {

    public DiagramTrace {
        marks = Map.copyOf(marks);
        steps = Set.copyOf(steps);
    }

    /// What is said at a node; `kind` is good, bad, warn, live or calm.
    public record Mark(String kind, String words) {}

    /// From one node to another, by their paths.
    public record Step(String from, String to) {
        /// Where rows go that are dropped on purpose.
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
