package dev.rowan.landscape.export;

import static dev.rowan.landscape.export.Cursor.nullable;
import static dev.rowan.landscape.export.ExportColumn.flag;
import static dev.rowan.landscape.export.ExportColumn.text;
import static dev.rowan.landscape.export.ExportColumn.time;
import static dev.rowan.landscape.export.ExportColumn.usd;
import static dev.rowan.landscape.export.ExportColumn.whole;

import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Usd;
import dev.rowan.landscape.fold.Micros;
import dev.rowan.landscape.record.CallCost;
import dev.rowan.landscape.record.LogEntry.CallKey;
import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The calls of a run: one record per attempt, in the order sent, followed by one per reused call.
record CallTable(ExportedRun run, boolean bodies) {
    static final String JOIN = " LEFT JOIN call_end e ON e.run_no = i.run_no AND e.row_seq = i.row_seq"
            + " AND e.part = i.part AND e.node = i.node AND e.generation = i.generation AND e.call_no = i.call_no"
            + " AND e.attempt = i.attempt";

    /// The request of a call through a batch service is stored where it was parked; exported with its first
    /// attempt.
    private static final String PARKED = " LEFT JOIN call_parked p ON i.job IS NOT NULL AND i.attempt = 1"
            + " AND p.run_no = i.run_no AND p.row_seq = i.row_seq AND p.part = i.part AND p.node = i.node"
            + " AND p.generation = i.generation AND p.call_no = i.call_no";

    private static final List<ExportColumn> COLUMNS = List.of(
            text("run_id"),
            whole("row_seq"),
            whole("part"),
            whole("node"),
            text("node_name"),
            whole("generation"),
            whole("call_no"),
            whole("attempt"),
            text("call_key"),
            text("request_sha256"),
            text("wire_sha256"),
            time("intended_at"),
            usd("worst_usd"),
            time("ended_at"),
            text("state"),
            text("standing"),
            whole("http_status"),
            whole("input_tokens"),
            whole("cached_tokens"),
            whole("cache_write_tokens"),
            whole("output_tokens"),
            whole("reasoning_tokens"),
            usd("cost_usd"),
            flag("cost_known"),
            whole("pacer_us"),
            whole("permit_us"),
            whole("wire_us"),
            whole("first_byte_us"),
            text("request_id"),
            whole("job"),
            whole("item"),
            flag("bodies_deleted"),
            text("reused_run"),
            text("reused_call_key"),
            whole("write_30m_tokens"),
            whole("write_1h_tokens"),
            text("tier_asked"),
            text("tier_served"),
            text("model"),
            text("price"),
            text("cost_basis"));

    private static final List<ExportColumn> WITH_BODIES = Stream.concat(
                    COLUMNS.stream(), Stream.of(text("request"), text("reply")))
            .toList();

    static List<ExportColumn> columns(boolean bodies) {
        return bodies ? WITH_BODIES : COLUMNS;
    }

    void write(ExportSink sink) throws IOException, SQLException {
        String sql = "SELECT i.time, i.row_seq, i.part, i.node, i.generation, i.call_no, i.attempt, i.request_sha256,"
                + " COALESCE(i.wire_sha256, i.request_sha256) AS wire_sha256,"
                + " i.worst_pico_usd, e.time AS ended, e.state, e.standing, e.http_status, e.input_tokens,"
                + " e.cached_tokens, e.cache_write_tokens, e.output_tokens, e.reasoning_tokens, e.cost_pico_usd,"
                + " e.cost_known, e.pacer_us, e.permit_us, e.wire_us, e.first_byte_us, e.request_id, i.job, i.item,"
                + " e.write_30m_tokens, e.write_1h_tokens, e.tier_asked, e.tier_served, e.model, e.price,"
                + " e.cost_basis, CASE WHEN (i.payload_length IS NOT NULL AND i.payload IS NULL)"
                + " OR (p.payload_length IS NOT NULL AND p.payload IS NULL)"
                + " OR (e.payload_length IS NOT NULL AND e.payload IS NULL) THEN 1 ELSE 0 END AS gone"
                + (bodies ? ", COALESCE(i.payload, p.payload) AS request, e.payload AS reply" : "")
                + " FROM call_intent i" + JOIN + PARKED
                + " WHERE i.event_id BETWEEN ? AND ? ORDER BY i.event_id";
        try (var attempts = new Cursor<@Nullable Object[]>(
                run, sql, this::values, run.log().firstId(), run.log().lastIdOfRun())) {
            Optional<@Nullable Object[]> attempt = attempts.next();
            while (attempt.isPresent()) {
                sink.accept(attempt.get());
                attempt = attempts.next();
            }
        }
        new ReusedTable(run, columns(bodies).size()).write(sink);
    }

    private @Nullable Object[] values(ResultSet row) throws SQLException {
        int node = row.getInt("node");
        String sha256 = row.getString("request_sha256");
        var key = new CallKey(
                row.getLong("row_seq"),
                row.getInt("part"),
                node,
                row.getInt("generation"),
                row.getInt("call_no"),
                sha256);
        String state = row.getString("state");
        boolean ended = state != null;
        var worst = new Usd(row.getLong("worst_pico_usd"));
        Optional<CallCost> cost = ended
                ? Optional.of(CallCost.of(new Usd(row.getLong("cost_pico_usd")), row.getInt("cost_known") != 0))
                : Optional.empty();
        Stream<@Nullable Object> values = Stream.of(
                run.runId(),
                key.rowSeq(),
                (long) key.part(),
                (long) node,
                run.node(node),
                (long) key.generation(),
                (long) key.number(),
                row.getLong("attempt"),
                key.hash(run.runId()),
                sha256,
                row.getString("wire_sha256"),
                Micros.instant(row.getLong("time")),
                cost.filter(of -> of.unpriced() > 0).isPresent() ? null : worst,
                ended ? Micros.instant(row.getLong("ended")) : null,
                ended ? state : "open",
                row.getString("standing"),
                nullable(row, "http_status"),
                nullable(row, "input_tokens"),
                nullable(row, "cached_tokens"),
                nullable(row, "cache_write_tokens"),
                nullable(row, "output_tokens"),
                nullable(row, "reasoning_tokens"),
                cost.flatMap(CallCost::amount).orElse(null),
                cost.map(CallCost::isKnown).orElse(null),
                nullable(row, "pacer_us"),
                nullable(row, "permit_us"),
                nullable(row, "wire_us"),
                nullable(row, "first_byte_us"),
                row.getString("request_id"),
                nullable(row, "job"),
                nullable(row, "item"),
                row.getInt("gone") != 0,
                null,
                null,
                nullable(row, "write_30m_tokens"),
                nullable(row, "write_1h_tokens"),
                row.getString("tier_asked"),
                row.getString("tier_served"),
                row.getString("model"),
                row.getString("price"),
                row.getString("cost_basis"));
        return (bodies ? Stream.concat(values, Stream.of(body(row, "request"), body(row, "reply"))) : values).toArray();
    }

    private static @Nullable String body(ResultSet row, String column) throws SQLException {
        byte[] bytes = row.getBytes(column);
        return bytes == null ? null : Payload.of(bytes).asText();
    }
}
