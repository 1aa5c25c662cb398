package dev.rowan.landscape.read;

import dev.rowan.landscape.RowQueries.FailureGroup;
import dev.rowan.landscape.fold.RunCounts;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/// Groups the failed rows of a run.
final class Failures {
    private final Query query;

    Failures(Query query) {
        this.query = query;
    }

    Optional<FailureGroup> mostFrequent(RunRow run) throws SQLException {
        Optional<Group> found = query.first(
                "SELECT outcome, node, reason, count(*) AS tokens, min(event_id) AS first FROM outcome"
                        + " WHERE event_id BETWEEN ? AND ? AND outcome IN ('failed', 'quarantined', 'indeterminate')"
                        + " GROUP BY outcome, node, reason ORDER BY count(*) DESC, min(event_id)",
                Failures::group,
                run.log().firstId(),
                run.log().lastIdOfRun());
        return found.isEmpty() ? Optional.empty() : Optional.of(withFirst(found.get()));
    }

    private record Group(String outcome, Optional<Long> node, Optional<String> reason, long tokens, long first) {}

    private static Group group(ResultSet row) throws SQLException {
        return new Group(
                row.getString("outcome"),
                Query.number(row, "node"),
                Query.text(row, "reason"),
                row.getLong("tokens"),
                row.getLong("first"));
    }

    private FailureGroup withFirst(Group group) throws SQLException {
        return query.first(
                        "SELECT row_seq, part FROM outcome WHERE event_id = ?",
                        row -> new FailureGroup(
                                RunCounts.outcome(group.outcome()),
                                group.node().map(Math::toIntExact),
                                group.reason(),
                                group.tokens(),
                                row.getLong(1),
                                row.getInt(2)),
                        group.first())
                .orElseThrow();
    }
}
