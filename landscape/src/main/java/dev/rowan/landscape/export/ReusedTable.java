package dev.rowan.landscape.export;

import dev.rowan.api.call.Usd;
import dev.rowan.landscape.fold.Micros;
import dev.rowan.landscape.record.LogEntry.CallKey;
import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The reused calls of a run, as records of [CallTable] with `width` columns.
record ReusedTable(ExportedRun run, int width) {

    void write(ExportSink sink) throws IOException, SQLException {
        String sql = "SELECT time, row_seq, part, node, generation, call_no, request_sha256, of_run, of_row_seq,"
                + " of_part, of_node, of_generation, of_call_no, shared FROM call_reused"
                + " WHERE event_id BETWEEN ? AND ? ORDER BY event_id";
        try (var reused = new Cursor<@Nullable Object[]>(
                run, sql, this::values, run.log().firstId(), run.log().lastIdOfRun())) {
            Optional<@Nullable Object[]> call = reused.next();
            while (call.isPresent()) {
                sink.accept(call.get());
                call = reused.next();
            }
        }
    }

    private @Nullable Object[] values(ResultSet row) throws SQLException {
        String sha256 = row.getString("request_sha256");
        CallKey key = key(row, "", sha256);
        String citedRun = row.getString("of_run");
        @Nullable Object[] values = new @Nullable Object[width];
        put(values, "run_id", run.runId());
        put(values, "row_seq", key.rowSeq());
        put(values, "part", (long) key.part());
        put(values, "node", (long) key.node());
        put(values, "node_name", run.node(key.node()));
        put(values, "generation", (long) key.generation());
        put(values, "call_no", (long) key.number());
        put(values, "attempt", 0L);
        put(values, "call_key", key.hash(run.runId()));
        put(values, "request_sha256", sha256);
        put(values, "intended_at", Micros.instant(row.getLong("time")));
        put(values, "worst_usd", Usd.ZERO);
        put(values, "ended_at", Micros.instant(row.getLong("time")));
        put(values, "state", row.getObject("shared") == null ? "reused" : "shared");
        put(values, "standing", "answered");
        put(values, "cost_usd", Usd.ZERO);
        put(values, "cost_known", true);
        put(values, "bodies_deleted", false);
        put(values, "reused_run", citedRun);
        put(values, "reused_call_key", key(row, "of_", sha256).hash(citedRun));
        return values;
    }

    private static CallKey key(ResultSet row, String prefix, String sha256) throws SQLException {
        return new CallKey(
                row.getLong(prefix + "row_seq"),
                row.getInt(prefix + "part"),
                row.getInt(prefix + "node"),
                row.getInt(prefix + "generation"),
                row.getInt(prefix + "call_no"),
                sha256);
    }

    private static void put(@Nullable Object[] values, String column, Object value) {
        values[ExportColumn.indexOf(CallTable.columns(false), column)] = value;
    }
}
