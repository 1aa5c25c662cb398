package dev.rowan.testkit.graph;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.testkit.graph.ReferenceNode.Plugin;
import dev.rowan.testkit.graph.ReferenceNode.Traits;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What plugins and expressions do, as pure functions.
public interface ReferenceScript {

    /// How a plugin with these options behaves.
    Traits traits(String plugin, Map<String, Object> options);

    TransformResult process(Plugin plugin, Row row);

    /// The result of an expression over `row` as a label; empty if it fails.
    Optional<String> evaluate(String expression, Row row);

    /// Whether a group with `count` members closes by its expression `when`.
    boolean closes(String when, long count);

    Aggregated aggregate(Plugin plugin, List<Row> members);

    /// The reasons of members that were refused, by their position, and the rows of the group.
    record Aggregated(Map<Integer, Reason> refused, List<Row> rows) {
        public Aggregated {
            refused = Map.copyOf(refused);
            rows = List.copyOf(rows);
        }
    }
}
