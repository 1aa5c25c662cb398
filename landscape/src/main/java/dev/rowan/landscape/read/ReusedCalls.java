package dev.rowan.landscape.read;

import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Usd;
import dev.rowan.landscape.fold.Micros;
import dev.rowan.landscape.record.LogEntry.CallKey;
import dev.rowan.landscape.record.LogEntry.Citation;
import dev.rowan.landscape.record.LogEntry.CitedAnswer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads calls that took a recorded answer, of the same run or an earlier one.
record ReusedCalls(Query query) {
    private static final String CITED = " c.row_seq = u.of_row_seq AND c.part = u.of_part AND c.node = u.of_node"
            + " AND c.generation = u.of_generation AND c.call_no = u.of_call_no";

    /// Selects the size of each payload in `table` that the calls of `rows` rows reference.
    static String cited(String table, int rows) {
        return "SELECT u.row_seq, c.payload_length FROM call_reused u JOIN run r ON r.run_id = u.of_run JOIN " + table
                + " c ON c.run_no = r.run_no AND" + CITED + " WHERE u.run_no = ? AND u.row_seq IN "
                + RowBatches.placeholders(rows);
    }

    /// A reused call, with the request and reply of the answered call if they were kept, and the model
    /// that gave the answer.
    record Reused(
            long eventId,
            Instant at,
            CallKey key,
            Citation cited,
            CitedAnswer answer,
            Optional<Payload> request,
            Optional<Payload> reply,
            Optional<String> model) {}

    /// In the order they were recorded.
    List<Reused> of(RunRow run, List<Long> rows) throws SQLException {
        var found = new ArrayList<Reused>();
        for (List<Long> some : RowBatches.few(rows)) {
            found.addAll(query.list(
                    "SELECT u.*, (SELECT c.payload FROM call_end c WHERE c.run_no = r.run_no AND c.state = 'answered'"
                            + " AND" + CITED + ") AS reply, (SELECT c.model FROM call_end c WHERE c.run_no = r.run_no"
                            + " AND c.state = 'answered' AND" + CITED
                            + ") AS model, COALESCE((SELECT c.payload FROM call_intent c"
                            + " WHERE c.run_no = r.run_no AND c.attempt = 1 AND" + CITED
                            + "), (SELECT c.payload FROM call_parked c WHERE c.run_no = r.run_no AND" + CITED
                            + ")) AS request FROM call_reused u LEFT JOIN run r ON r.run_id = u.of_run"
                            + " WHERE u.run_no = ? AND u.row_seq IN " + RowBatches.placeholders(some.size())
                            + " ORDER BY u.event_id",
                    ReusedCalls::reused,
                    RowBatches.parameters(run, some)));
        }
        return found;
    }

    /// The call whose answer was taken.
    static Citation citation(ResultSet row) throws SQLException {
        var cited = new CallKey(
                row.getLong("of_row_seq"),
                row.getInt("of_part"),
                row.getInt("of_node"),
                row.getInt("of_generation"),
                row.getInt("of_call_no"),
                row.getString("request_sha256"));
        return new Citation(row.getString("of_run"), cited);
    }

    private static Reused reused(ResultSet row) throws SQLException {
        return new Reused(
                row.getLong("event_id"),
                Micros.instant(row.getLong("time")),
                CallRecords.key(row),
                citation(row),
                new CitedAnswer(
                        Query.number(row, "shared").isPresent(),
                        Query.number(row, "answered_at").map(Micros::instant),
                        Query.number(row, "of_cost_pico_usd").map(Usd::new)),
                Query.bytes(row, "request").map(Payload::of),
                Query.bytes(row, "reply").map(Payload::of),
                Optional.ofNullable(row.getString("model")));
    }
}
