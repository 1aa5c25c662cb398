package dev.rowan.engine.graph;

import dev.rowan.api.Row;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// How a join makes one row of its branches: a three-way merge with the row at the split as base, so that only
/// fields count that a branch added, changed or removed.
public sealed interface Merge {

    /// A branch that has arrived, with its row; merges take them in branch order.
    record Arrival(String branch, Row row) {}

    /// The changes of all branches in one row. A field that two branches changed differently is a collision.
    record Union(Collision collision) implements Merge {}

    /// The base, with the added and changed fields of each branch as an object in a field of the branch's name.
    record Nested() implements Merge {}

    /// The row of the first branch in branch order.
    record First() implements Merge {}

    /// The base, with a list in the field `as`: an object of the added and changed fields of each branch.
    record AsList(String as) implements Merge {}

    /// Each row continues on its own.
    record Rows() implements Merge {}

    /// Whose value a field gets that two branches changed differently.
    enum Collision {
        FAIL,
        FIRST,
        LAST
    }

    /// The result of a merge.
    sealed interface Merged {
        /// One row.
        record One(Row row) implements Merged {}

        /// The arrived rows in branch order.
        record Several(List<Row> rows) implements Merged {
            public Several {
                rows = List.copyOf(rows);
            }
        }

        /// `field` cannot be merged: `branches` disagree, or the base has it already if it is a single branch,
        /// or none for the field of a list.
        record Collides(String field, List<String> branches) implements Merged {
            public Collides {
                branches = List.copyOf(branches);
            }
        }
    }

    /// Merges `arrivals`, at least one, in branch order.
    default Merged merge(Row base, List<Arrival> arrivals) {
        return switch (this) {
            case Union(Collision collision) -> union(base, arrivals, collision);
            case Nested _ -> nested(base, arrivals);
            case First _ -> new Merged.One(arrivals.getFirst().row());
            case AsList(String as) -> list(base, arrivals, as);
            case Rows _ ->
                new Merged.Several(arrivals.stream().map(Arrival::row).toList());
        };
    }

    private static Merged union(Row base, List<Arrival> arrivals, Collision collision) {
        var setBy = new LinkedHashMap<String, Arrival>();
        for (Arrival arrival : arrivals) {
            for (String field : changedFields(base, arrival.row())) {
                Arrival earlier = setBy.putIfAbsent(field, arrival);
                if (earlier == null || agree(earlier.row(), arrival.row(), field)) {
                    continue;
                }
                switch (collision) {
                    case FAIL -> {
                        return new Merged.Collides(field, List.of(earlier.branch(), arrival.branch()));
                    }
                    case FIRST -> {}
                    case LAST -> setBy.put(field, arrival);
                }
            }
        }
        return new Merged.One(apply(base, setBy));
    }

    private static boolean agree(Row one, Row other, String field) {
        return one.has(field) == other.has(field) && Objects.equals(one.get(field), other.get(field));
    }

    /// Fields of the base stay where they are; new ones follow in the order in which branches have them.
    private static Row apply(Row base, Map<String, Arrival> setBy) {
        var merged = new LinkedHashMap<String, @Nullable Object>(base.asMap());
        setBy.forEach((field, arrival) -> {
            if (arrival.row().has(field)) {
                merged.put(field, arrival.row().get(field));
            } else {
                merged.remove(field);
            }
        });
        return Row.of(merged);
    }

    /// The fields that differ, in the order of the base, then of the branch.
    private static List<String> changedFields(Row base, Row row) {
        var changed = new ArrayList<String>();
        for (String field : base.names().list()) {
            if (!agree(base, row, field)) {
                changed.add(field);
            }
        }
        for (String field : row.names().list()) {
            if (!base.has(field)) {
                changed.add(field);
            }
        }
        return changed;
    }

    /// The fields that the branch added or changed.
    private static Map<String, @Nullable Object> changes(Row base, Row row) {
        var changes = new LinkedHashMap<String, @Nullable Object>();
        row.asMap().forEach((field, value) -> {
            if (!agree(base, row, field)) {
                changes.put(field, value);
            }
        });
        return changes;
    }

    private static Merged nested(Row base, List<Arrival> arrivals) {
        Row merged = base;
        for (Arrival arrival : arrivals) {
            if (base.has(arrival.branch())) {
                return new Merged.Collides(arrival.branch(), List.of(arrival.branch()));
            }
            merged = merged.with(arrival.branch(), changes(base, arrival.row()));
        }
        return new Merged.One(merged);
    }

    private static Merged list(Row base, List<Arrival> arrivals, String as) {
        if (base.has(as)) {
            return new Merged.Collides(as, List.of());
        }
        List<Map<String, @Nullable Object>> items =
                arrivals.stream().map(arrival -> changes(base, arrival.row())).toList();
        return new Merged.One(base.with(as, items));
    }
}
