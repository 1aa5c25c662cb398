package dev.rowan.landscape.read;

import dev.rowan.api.call.Payload;
import dev.rowan.landscape.CallQueries;
import dev.rowan.landscape.history.CallUsage;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Reads what the answered calls of a run used.
final class CallUsages {
    private static final String SAME_CALL = " ON r.run_no = e.run_no AND r.row_seq = e.row_seq AND r.part = e.part"
            + " AND r.node = e.node AND r.generation = e.generation AND r.call_no = e.call_no";

    private final Query query;
    private final RunRow run;

    CallUsages(Query query, RunRow run) {
        this.query = query;
        this.run = run;
    }

    /// Of calls whose request is recorded and whose tokens are known.
    List<CallUsage> list() throws SQLException {
        return query.list(
                "SELECT node, call_no, batched, count(*) AS answers, sum(length) AS lengths, sum(length * length) AS"
                        + " squares, sum(input) AS inputs, sum(length * input) AS products, sum(output) AS outputs,"
                        + " sum(cached) AS cached, sum(written) AS written, sum(reasoning) AS reasoning FROM ("
                        + usages("call_intent", 0, " AND r.attempt = 1 AND r.job IS NULL") + " UNION ALL "
                        + usages("call_parked", 1, "") + ") AS usage GROUP BY node, call_no, batched",
                row -> new CallUsage(
                        row.getInt("node"),
                        row.getInt("call_no"),
                        row.getInt("batched") != 0,
                        row.getLong("answers"),
                        row.getDouble("lengths"),
                        row.getDouble("squares"),
                        row.getDouble("inputs"),
                        row.getDouble("products"),
                        row.getDouble("outputs"),
                        row.getDouble("cached"),
                        row.getDouble("written"),
                        row.getDouble("reasoning")),
                run.runNo(),
                CallQueries.USAGE_ROWS,
                run.runNo(),
                CallQueries.USAGE_ROWS);
    }

    private static String usages(String requests, int batched, String more) {
        return "SELECT e.node AS node, e.call_no AS call_no, " + batched + " AS batched,"
                + " CAST(r.payload_length AS DOUBLE PRECISION) AS length,"
                + " CAST(e.input_tokens AS DOUBLE PRECISION) AS input,"
                + " CAST(COALESCE(e.output_tokens, 0) AS DOUBLE PRECISION) AS output,"
                + " CAST(COALESCE(e.cached_tokens, 0) AS DOUBLE PRECISION) AS cached,"
                + " CAST(COALESCE(e.cache_write_tokens, 0) AS DOUBLE PRECISION) AS written,"
                + " CAST(COALESCE(e.reasoning_tokens, 0) AS DOUBLE PRECISION) AS reasoning"
                + " FROM call_end e JOIN " + requests + " r" + SAME_CALL + more
                + " WHERE e.run_no = ? AND e.row_seq <= ? AND e.state = 'answered' AND e.input_tokens IS NOT NULL"
                + " AND r.payload_length IS NOT NULL AND e.job IS " + (batched == 1 ? "NOT NULL" : "NULL");
    }

    /// The number of calls that were answered or took an answer, by node.
    Map<Integer, Long> calls() throws SQLException {
        var calls = new TreeMap<Integer, Long>();
        for (String table : List.of("call_end WHERE state = 'answered' AND", "call_reused WHERE")) {
            query.list(
                    "SELECT node, count(*) AS calls FROM " + table + " run_no = ? AND row_seq <= ? GROUP BY node",
                    row -> calls.merge(row.getInt("node"), row.getLong("calls"), Long::sum),
                    run.runNo(),
                    CallQueries.USAGE_ROWS);
        }
        return calls;
    }

    /// A request of a node's calls, if one was kept.
    Optional<Payload> request(int node) throws SQLException {
        for (String table : List.of("call_intent", "call_parked")) {
            Optional<Payload> found = query.first(
                    "SELECT payload FROM " + table
                            + " WHERE run_no = ? AND node = ? AND payload IS NOT NULL ORDER BY event_id",
                    row -> Payload.of(row.getBytes("payload")),
                    run.runNo(),
                    node);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }
}
