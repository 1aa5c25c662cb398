package dev.rowan.landscape.export;

import static dev.rowan.landscape.export.ExportColumn.flag;
import static dev.rowan.landscape.export.ExportColumn.text;
import static dev.rowan.landscape.export.ExportColumn.usd;
import static dev.rowan.landscape.export.ExportColumn.whole;

import dev.rowan.api.call.Usd;
import dev.rowan.landscape.chain.EventTable;
import dev.rowan.landscape.record.CallCost;
import java.io.IOException;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The totals of a run's calls: one record per node that made calls.
record CostTable(ExportedRun run) {
    static final List<ExportColumn> COLUMNS = List.of(
            text("run_id"),
            text("run_name"),
            whole("node"),
            text("node_name"),
            text("service"),
            text("model"),
            whole("calls"),
            whole("attempts"),
            whole("answered"),
            whole("rejected"),
            whole("not_sent"),
            whole("unknown"),
            whole("open"),
            whole("input_tokens"),
            whole("cached_tokens"),
            whole("cache_write_tokens"),
            whole("output_tokens"),
            whole("reasoning_tokens"),
            usd("cost_usd"),
            flag("cost_known"),
            whole("unpriced_attempts"),
            usd("reserved_usd"),
            whole("write_30m_tokens"),
            whole("write_1h_tokens"));

    private static final String SELECT = "SELECT i.node,"
            + " sum(CASE WHEN i.attempt = 1 THEN 1 ELSE 0 END) AS calls, count(*) AS attempts,"
            + " sum(CASE WHEN e.state = 'answered' THEN 1 ELSE 0 END) AS answered,"
            + " sum(CASE WHEN e.state = 'rejected' THEN 1 ELSE 0 END) AS rejected,"
            + " sum(CASE WHEN e.state = 'not_sent' THEN 1 ELSE 0 END) AS not_sent,"
            + " sum(CASE WHEN e.state = 'unknown' THEN 1 ELSE 0 END) AS unknown,"
            + " sum(CASE WHEN e.state IS NULL THEN 1 ELSE 0 END) AS open,"
            + " sum(e.input_tokens) AS input_tokens, sum(e.cached_tokens) AS cached_tokens,"
            + " sum(e.cache_write_tokens) AS cache_write_tokens, sum(e.output_tokens) AS output_tokens,"
            + " sum(e.reasoning_tokens) AS reasoning_tokens, COALESCE(sum(e.cost_pico_usd), 0) AS cost,"
            + " sum(CASE WHEN e.cost_known = 0 THEN 1 ELSE 0 END) AS uncertain,"
            + " sum(CASE WHEN e.cost_known = 0 AND e.cost_pico_usd = 0 THEN 1 ELSE 0 END) AS unpriced,"
            + " sum(CASE WHEN e.state IS NULL THEN i.worst_pico_usd ELSE 0 END) AS reserved,"
            + " sum(e.write_30m_tokens) AS write_30m_tokens, sum(e.write_1h_tokens) AS write_1h_tokens"
            + " FROM call_intent i" + CallTable.JOIN
            + " WHERE i.event_id BETWEEN ? AND ? GROUP BY i.node ORDER BY i.node";

    private static final List<String> COUNTS =
            List.of("calls", "attempts", "answered", "rejected", "not_sent", "unknown", "open");
    private static final List<String> TOKENS =
            List.of("input_tokens", "cached_tokens", "cache_write_tokens", "output_tokens", "reasoning_tokens");

    /// The sums of one node, without service and model.
    private record Sums(int node, List<@Nullable Object> values) {}

    void write(ExportSink sink) throws IOException, SQLException {
        var nodes = new ArrayList<Sums>();
        try (var found = new Cursor<>(
                run, SELECT, CostTable::sums, run.log().firstId(), run.log().lastIdOfRun())) {
            Optional<Sums> next = found.next();
            while (next.isPresent()) {
                nodes.add(next.get());
                next = found.next();
            }
        }
        for (Sums sums : nodes) {
            Optional<CalledService> called = called(sums.node());
            var values = new ArrayList<@Nullable Object>();
            values.add(run.runId());
            values.add(run.name());
            values.add((long) sums.node());
            values.add(run.node(sums.node()));
            values.add(called.map(CalledService::service).orElse(null));
            values.add(called.flatMap(CalledService::model).orElse(null));
            values.addAll(sums.values());
            sink.accept(values.toArray());
        }
    }

    private static Sums sums(ResultSet row) throws SQLException {
        var values = new ArrayList<@Nullable Object>();
        for (String count : COUNTS) {
            values.add(row.getLong(count));
        }
        for (String tokens : TOKENS) {
            values.add(Cursor.nullable(row, tokens));
        }
        long unpriced = row.getLong("unpriced");
        var cost = new CallCost(new Usd(row.getLong("cost")), Usd.ZERO, row.getLong("uncertain") - unpriced, unpriced);
        values.add(cost.amount().orElse(null));
        values.add(cost.isKnown());
        values.add(unpriced);
        values.add(new Usd(row.getLong("reserved")));
        values.add(Cursor.nullable(row, "write_30m_tokens"));
        values.add(Cursor.nullable(row, "write_1h_tokens"));
        return new Sums(row.getInt("node"), values);
    }

    /// From the first request of the node that was kept.
    private Optional<CalledService> called(int node) throws SQLException {
        Optional<CalledService> sent = called(EventTable.CALL_INTENT, node);
        return sent.isPresent() ? sent : called(EventTable.CALL_PARKED, node);
    }

    private Optional<CalledService> called(EventTable table, int node) throws SQLException {
        try (PreparedStatement select = run.connection()
                .prepareStatement(
                        "SELECT payload FROM " + table.table() + " WHERE event_id BETWEEN ? AND ? AND node = ?"
                                + " AND payload IS NOT NULL ORDER BY event_id LIMIT 1")) {
            select.setLong(1, run.log().firstId());
            select.setLong(2, run.log().lastIdOfRun());
            select.setInt(3, node);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? CalledService.of(row.getBytes(1)) : Optional.empty();
            }
        }
    }
}
