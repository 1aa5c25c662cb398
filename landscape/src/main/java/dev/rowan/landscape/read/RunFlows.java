package dev.rowan.landscape.read;

import dev.rowan.landscape.history.RunFlow;
import dev.rowan.landscape.record.RowOrigin;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

/// Counts the tokens on the edges of a run's graph.
final class RunFlows {
    private final Query query;

    RunFlows(Query query) {
        this.query = query;
    }

    RunFlow of(RunRow run) throws SQLException {
        var read = new HashMap<String, Long>();
        query.list(
                        "SELECT source, count(*) FROM row_read WHERE run_no = ? AND status <> 'derived' GROUP BY source",
                        row -> Map.entry(Query.text(row, "source").orElse(""), row.getLong(2)),
                        run.runNo())
                .forEach(source -> read.put(source.getKey(), source.getValue()));
        return new RunFlow(
                read,
                query.list(
                        "SELECT node, route, count(*), sum(outputs) FROM node_state WHERE run_no = ? AND status = 'completed'"
                                + " GROUP BY node, route UNION ALL SELECT row_seq / " + RowOrigin.first(0)
                                + " - 1, NULL, count(*), count(*) FROM row_read WHERE run_no = ? AND row_seq >= "
                                + RowOrigin.first(0) + " GROUP BY row_seq / " + RowOrigin.first(0)
                                + " ORDER BY 1, 2",
                        row -> new RunFlow.Passed(
                                row.getInt(1), Query.text(row, "route"), row.getLong(3), row.getLong(4)),
                        run.runNo(),
                        run.runNo()),
                byNode(
                        "SELECT node, count(*) FROM (SELECT node, row_seq, part FROM node_state WHERE run_no = ?"
                                + " GROUP BY node, row_seq, part HAVING max(CASE status WHEN 'failed' THEN 1 ELSE 0 END)"
                                + " = 1 AND max(CASE status WHEN 'completed' THEN 1 ELSE 0 END) = 0) t GROUP BY node",
                        run),
                byNode(
                        "SELECT node, count(*) FROM outcome WHERE run_no = ? AND node IS NOT NULL"
                                + " AND grp IS NULL GROUP BY node",
                        run));
    }

    private Map<Integer, Long> byNode(String sql, RunRow run) throws SQLException {
        var counts = new HashMap<Integer, Long>();
        query.list(sql, row -> Map.entry(row.getInt(1), row.getLong(2)), run.runNo())
                .forEach(count -> counts.put(count.getKey(), count.getValue()));
        return counts;
    }
}
