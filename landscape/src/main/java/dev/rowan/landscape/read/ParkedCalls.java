package dev.rowan.landscape.read;

import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Usd;
import dev.rowan.landscape.CallQueries.ParkedRequest;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.PendingRowQueries.UnfinishedRow;
import dev.rowan.landscape.record.LogEntry.CallKey;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads calls waiting for batch services, and the rows waiting for them.
final class ParkedCalls {
    private final Query query;
    private final RunRow run;

    ParkedCalls(Query query, RunRow run) {
        this.query = query;
        this.run = run;
    }

    /// The rows without an outcome; a row waits if it has an open attempt in a job. The plus keeps the database
    /// from searching all job items for each row.
    List<UnfinishedRow> unended(long afterRow, int max) throws SQLException {
        return query.list(
                "SELECT r.row_seq, CASE WHEN EXISTS (SELECT 1 FROM call_intent i WHERE i.run_no = r.run_no"
                        + " AND i.row_seq = r.row_seq AND +i.job IS NOT NULL"
                        + " AND NOT EXISTS (SELECT 1 FROM call_end e WHERE" + CallRecords.SAME_ATTEMPT
                        + ")) THEN 1 ELSE 0 END" + PendingRows.WITHOUT_OUTCOME,
                row -> new UnfinishedRow(row.getLong(1), row.getInt(2) != 0),
                run.runNo(),
                afterRow,
                run.runNo(),
                afterRow,
                max);
    }

    List<Payload> requests(List<CallKey> calls) throws SQLException {
        var found = new HashMap<CallKey, Optional<byte[]>>();
        for (List<Long> some :
                RowBatches.few(calls.stream().map(CallKey::rowSeq).distinct().toList())) {
            query.list(
                            "SELECT row_seq, part, node, generation, call_no, request_sha256, payload FROM call_parked"
                                    + " WHERE run_no = ? AND row_seq IN " + RowBatches.placeholders(some.size()),
                            row -> Map.entry(CallRecords.key(row), Query.bytes(row, "payload")),
                            RowBatches.parameters(run, some))
                    .forEach(one -> found.put(one.getKey(), one.getValue()));
        }
        var requests = new ArrayList<Payload>();
        for (CallKey call : calls) {
            Optional<byte[]> request = Optional.ofNullable(found.get(call))
                    .orElseThrow(() -> new LandscapeException(describe(call)
                            + " should be recorded as parked, and is not: see `rowan verify " + run.runId() + "`"));
            requests.add(request.map(Payload::of)
                    .orElseThrow(() -> new LandscapeException(describe(call)
                            + " cannot be sent by a batch service: its request was deleted from the landscape")));
        }
        return requests;
    }

    /// Parked calls without an answer, of tokens without an outcome.
    List<ParkedRequest> awaited(long after, int max) throws SQLException {
        return query.list(
                "SELECT p.event_id, p.row_seq, p.part, p.node, p.generation, p.call_no, p.request_sha256,"
                        + " p.worst_pico_usd, p.tokens FROM call_parked p WHERE p.event_id > ? AND p.event_id <= ?"
                        + " AND NOT EXISTS (SELECT 1 FROM outcome o WHERE o.run_no = p.run_no"
                        + " AND o.row_seq = p.row_seq AND o.part = p.part)"
                        + " AND NOT EXISTS (SELECT 1 FROM call_end e WHERE e.run_no = p.run_no"
                        + " AND e.row_seq = p.row_seq AND e.part = p.part AND e.node = p.node"
                        + " AND e.generation = p.generation AND e.call_no = p.call_no AND e.state = 'answered')"
                        + " ORDER BY p.event_id LIMIT ?",
                row -> new ParkedRequest(
                        row.getLong("event_id"),
                        CallRecords.key(row),
                        new Usd(row.getLong("worst_pico_usd")),
                        row.getLong("tokens")),
                Math.max(after, run.log().firstId() - 1),
                run.log().lastIdOfRun(),
                max);
    }

    private String describe(CallKey call) {
        return "call " + call.number() + " of row " + call.rowSeq() + " at node " + call.node() + " of run "
                + run.runId();
    }
}
