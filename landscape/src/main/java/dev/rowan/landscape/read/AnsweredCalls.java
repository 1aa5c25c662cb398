package dev.rowan.landscape.read;

import dev.rowan.api.call.HttpMessage;
import dev.rowan.landscape.CallQueries.AnsweredCall;
import dev.rowan.landscape.CallQueries.FailedVisit;
import dev.rowan.landscape.CallQueries.RecordedAnswer;
import dev.rowan.landscape.fold.Micros;
import dev.rowan.landscape.record.LogEntry.CallKey;
import dev.rowan.landscape.record.LogEntry.Citation;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The calls of a run that have an answer, and their answers.
record AnsweredCalls(Query query, RunRow run) {
    private static final String IN_ORDER = " AND e.event_id > ? AND e.event_id <= ? ORDER BY e.event_id LIMIT ?";

    private long from(long after) {
        return Math.max(after, run.log().firstId() - 1);
    }

    /// Those that were sent and whose answer could be read.
    List<AnsweredCall> sent(long after, int max) throws SQLException {
        return query.list(
                "SELECT e.event_id, e.time, i.row_seq, i.part, i.node, i.generation, i.call_no, i.request_sha256"
                        + " FROM call_end e JOIN call_intent i" + CallRecords.ENDS_OF_INTENTS
                        + " WHERE e.state = 'answered' AND e.standing = 'answered' AND e.payload IS NOT NULL"
                        + IN_ORDER,
                row -> {
                    CallKey key = CallRecords.key(row);
                    return new AnsweredCall(
                            row.getLong("event_id"),
                            key,
                            new Citation(run.runId(), key),
                            Micros.instant(row.getLong("time")));
                },
                from(after),
                run.log().lastIdOfRun(),
                max);
    }

    /// Those that took the answer of another call.
    List<AnsweredCall> taken(long after, int max) throws SQLException {
        return query.list(
                "SELECT e.* FROM call_reused e WHERE e.answered_at IS NOT NULL" + IN_ORDER,
                row -> {
                    CallKey key = CallRecords.key(row);
                    return new AnsweredCall(
                            row.getLong("event_id"),
                            key,
                            ReusedCalls.citation(row),
                            Micros.instant(row.getLong("answered_at")));
                },
                from(after),
                run.log().lastIdOfRun(),
                max);
    }

    List<RecordedAnswer> answers(long firstRow, long lastRow, long maxBytes) throws SQLException {
        var answers = new ArrayList<RecordedAnswer>();
        query.list(
                "SELECT e.time, e.cost_pico_usd, e.cost_known, e.payload, i.row_seq, i.part, i.node, i.generation,"
                        + " i.call_no, i.request_sha256 FROM call_end e JOIN call_intent i"
                        + CallRecords.ENDS_OF_INTENTS
                        + " WHERE e.run_no = ? AND e.row_seq BETWEEN ? AND ? AND e.state = 'answered'"
                        + " ORDER BY e.row_seq",
                row -> {
                    Optional<byte[]> reply = Query.bytes(row, "payload");
                    return reply.isPresent() && answers.add(answer(row, reply.get()));
                },
                run.runNo(),
                firstRow,
                lastRow(firstRow, lastRow, maxBytes));
        return answers;
    }

    private static RecordedAnswer answer(ResultSet row, byte[] reply) throws SQLException {
        return new RecordedAnswer(
                CallRecords.key(row),
                HttpMessage.read(reply).asReply(),
                Micros.instant(row.getLong("time")),
                CallRecords.cost(row).amount());
    }

    /// The last row whose replies fit with those of the rows before it; at least the first.
    private long lastRow(long firstRow, long lastRow, long maxBytes) throws SQLException {
        if (firstRow == lastRow) {
            return lastRow;
        }
        long last = firstRow;
        long bytes = 0;
        for (RowBytes row : query.list(
                "SELECT row_seq, COALESCE(sum(payload_length), 0) FROM call_end WHERE run_no = ?"
                        + " AND row_seq BETWEEN ? AND ? AND state = 'answered' GROUP BY row_seq ORDER BY row_seq",
                row -> new RowBytes(row.getLong(1), row.getLong(2)),
                run.runNo(),
                firstRow,
                lastRow)) {
            bytes += row.bytes();
            if (bytes > maxBytes) {
                return last;
            }
            last = row.rowSeq();
        }
        return lastRow;
    }

    private record RowBytes(long rowSeq, long bytes) {}

    List<FailedVisit> failedVisits(long after, int max) throws SQLException {
        return query.list(
                "SELECT e.event_id, e.row_seq, e.part, e.node FROM node_state e WHERE e.status = 'failed' AND NOT EXISTS"
                        + " (SELECT 1 FROM node_state l WHERE l.run_no = e.run_no AND l.row_seq = e.row_seq"
                        + " AND l.part = e.part AND l.node = e.node AND l.attempt > e.attempt)" + IN_ORDER,
                row -> new FailedVisit(row.getLong(1), row.getLong(2), row.getInt(3), row.getInt(4)),
                from(after),
                run.log().lastIdOfRun(),
                max);
    }
}
