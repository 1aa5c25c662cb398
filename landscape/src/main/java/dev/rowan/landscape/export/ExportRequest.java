package dev.rowan.landscape.export;

import java.util.List;
import java.util.Set;

/// The table to export, and its filters.
public sealed interface ExportRequest {

    /// One record per run.
    record Runs() implements ExportRequest {}

    /// One record per token, and per row without an outcome; filtered by `outcomes` and `reasons` if not empty.
    record Rows(Set<String> outcomes, Set<String> reasons) implements ExportRequest {
        public Rows {
            outcomes = Set.copyOf(outcomes);
            reasons = Set.copyOf(reasons);
        }

        boolean wants(String outcome, String reason) {
            return (outcomes.isEmpty() || outcomes.contains(outcome))
                    && (reasons.isEmpty() || reasons.contains(reason));
        }
    }

    /// One record per selected token, in the columns of [Rows].
    record Chosen(RowSelection rows) implements ExportRequest {}

    /// One record per attempt of a call; with requests and replies if `bodies`.
    record Calls(boolean bodies) implements ExportRequest {}

    /// One record per node that made calls.
    record Costs() implements ExportRequest {}

    default List<ExportColumn> columns() {
        return switch (this) {
            case Runs _ -> RunTable.COLUMNS;
            case Rows _, Chosen _ -> RowTable.COLUMNS;
            case Calls(boolean bodies) -> CallTable.columns(bodies);
            case Costs _ -> CostTable.COLUMNS;
        };
    }
}
