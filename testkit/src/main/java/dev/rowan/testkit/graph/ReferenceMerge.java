package dev.rowan.testkit.graph;

import dev.rowan.api.Row;
import dev.rowan.testkit.graph.ReferenceNode.Join;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The merges of a join, field by field. `arrived` has the rows by branch number, `names` all branches in
/// order.
record ReferenceMerge(Join join, List<String> names, Row base, NavigableMap<Integer, Row> arrived) {

    /// The merged row; empty if fields collide.
    Optional<Row> merge() {
        return switch (join.merge()) {
            case "union" -> union();
            case "nested" -> nested();
            case "first" -> Optional.of(arrived.firstEntry().getValue());
            case "list" -> list();
            default -> throw new IllegalArgumentException("there is no merge '" + join.merge() + "'");
        };
    }

    private Optional<Row> union() {
        var fields = new LinkedHashSet<>(base.names().list());
        arrived.values().forEach(row -> fields.addAll(row.names().list()));
        var merged = new LinkedHashMap<String, @Nullable Object>();
        for (String field : fields) {
            List<Row> changed = arrived.values().stream()
                    .filter(row -> differs(base, row, field))
                    .toList();
            if (join.collision().equals("fail")
                    && changed.stream().anyMatch(row -> differs(changed.getFirst(), row, field))) {
                return Optional.empty();
            }
            Row from =
                    changed.isEmpty() ? base : join.collision().equals("last") ? changed.getLast() : changed.getFirst();
            if (from.has(field)) {
                merged.put(field, from.get(field));
            }
        }
        return Optional.of(Row.of(merged));
    }

    private Optional<Row> nested() {
        Row merged = base;
        for (var branch : arrived.entrySet()) {
            String name = names.get(branch.getKey() - 1);
            if (base.has(name)) {
                return Optional.empty();
            }
            merged = merged.with(name, changes(branch.getValue()));
        }
        return Optional.of(merged);
    }

    private Optional<Row> list() {
        var items = new ArrayList<Map<String, @Nullable Object>>();
        arrived.values().forEach(row -> items.add(changes(row)));
        return base.has(join.as()) ? Optional.empty() : Optional.of(base.with(join.as(), items));
    }

    private Map<String, @Nullable Object> changes(Row row) {
        var changes = new LinkedHashMap<String, @Nullable Object>();
        for (String field : row.names().list()) {
            if (differs(base, row, field)) {
                changes.put(field, row.get(field));
            }
        }
        return changes;
    }

    private static boolean differs(Row one, Row other, String field) {
        return one.has(field) != other.has(field) || !Objects.equals(one.get(field), other.get(field));
    }
}
