package dev.rowan.landscape.export;

import java.util.List;
import java.util.Set;

/// Which table, and what of it.
public sealed interface ExportRequest {

    /// One record for each run.
    record Runs() implements ExportRequest {}

    /// One for each token, and for each row that has no outcome yet. Where `outcomes` or `reasons` name some,
    /// only those.
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

    /// One for each token that someone has chosen, in the columns of [Rows].
    record Chosen(RowSelection rows) implements ExportRequest {}

    /// One for each attempt of a call; with requests and replies if `bodies`.
    record Calls(boolean bodies) implements ExportRequest {}

    /// One for each node that made calls.
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
