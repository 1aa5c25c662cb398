package dev.rowan.landscape.read;

import dev.rowan.landscape.history.RunFlow;
import dev.rowan.landscape.record.RowOrigin;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Counts the tokens on the edges of a chain, or of a run whose heads do not have them, from all its events.
final class RunFlows {
    private final Query query;

    RunFlows(Query query) {
        this.query = query;
    }

    RunFlow of(RunRow run) throws SQLException {
        return new RunFlow(
                records("read", run),
                records("unreadable", run),
                visits(run),
                query.list(
                        "SELECT node, sink, count(*) FROM outcome WHERE run_no = ? AND node IS NOT NULL AND grp IS NULL"
                                + " AND (reason IS NULL OR reason <> 'join_closed') GROUP BY node, sink",
                        row -> new RunFlow.Ended(
                                row.getInt(1), Query.text(row, "sink").orElse(""), row.getLong(3)),
                        run.runNo()));
    }

    /// Rows that an aggregate made, except those that stand for a failure, count as its completed visits.
    private List<RunFlow.Visits> visits(RunRow run) throws SQLException {
        var visits = new ArrayList<>(query.list(
                "SELECT node, route, status, count(*), sum(outputs), sum(CASE attempt WHEN 1 THEN 1 ELSE 0 END)"
                        + " FROM node_state WHERE run_no = ? AND status <> 'open'"
                        + " GROUP BY node, route, status ORDER BY node, route",
                row -> new RunFlow.Visits(
                        row.getInt(1),
                        Query.text(row, "route").orElse(""),
                        row.getString("status").equals("completed"),
                        row.getLong(4),
                        row.getLong(5),
                        row.getLong(6)),
                run.runNo()));
        String origin = "r.row_seq / " + RowOrigin.first(0) + " - 1";
        visits.addAll(query.list(
                "SELECT " + origin + ", count(*) FROM row_read r WHERE r.run_no = ? AND r.row_seq >= "
                        + RowOrigin.first(0)
                        + " AND NOT EXISTS (SELECT 1 FROM node_state s WHERE s.run_no = r.run_no"
                        + " AND s.row_seq = r.row_seq AND s.node = " + origin + ") GROUP BY " + origin,
                row -> new RunFlow.Visits(row.getInt(1), "", true, row.getLong(2), row.getLong(2), row.getLong(2)),
                run.runNo()));
        return visits;
    }

    private Map<String, Long> records(String status, RunRow run) throws SQLException {
        var records = new HashMap<String, Long>();
        query.list(
                        "SELECT source, count(*) FROM row_read WHERE run_no = ? AND status = ? GROUP BY source",
                        row -> Map.entry(Query.text(row, "source").orElse(""), row.getLong(2)),
                        run.runNo(),
                        status)
                .forEach(source -> records.put(source.getKey(), source.getValue()));
        return records;
    }
}
