package dev.rowan.landscape.read;

import dev.rowan.api.call.HttpMessage;
import dev.rowan.api.call.WireReply;
import dev.rowan.landscape.record.LogEntry.CallKey;
import dev.rowan.landscape.record.LogEntry.CallState;
import dev.rowan.landscape.record.UnknownCause;
import dev.rowan.landscape.resume.PendingRow.InBatch;
import dev.rowan.landscape.resume.PendingRow.PastCall;
import dev.rowan.landscape.resume.PendingRow.Unknown;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The past calls of rows, each with the results of its attempts.
final class PastCalls {
    private final Query query;
    private final RunRow run;

    PastCalls(Query query, RunRow run) {
        this.query = query;
        this.run = run;
    }

    /// By row, in the order they were parked, first sent or reused. An open attempt counts as unknown, unless it
    /// is part of a job.
    Map<Long, List<PastCall>> of(List<Long> rows) throws SQLException {
        RowOrder order = RowOrder.of(query, run, Collections.min(rows), Collections.max(rows));
        var calls = new LinkedHashMap<CallKey, PastCall>();
        Stream.of(parked(rows), attempts(rows), reused(rows))
                .flatMap(List::stream)
                .sorted(Comparator.comparingLong(
                        event -> order.key(event.call().key().rowSeq(), event.eventId())))
                .forEach(event -> calls.merge(event.call().key(), event.call(), PastCalls::merge));
        var byRow = new HashMap<Long, List<PastCall>>();
        calls.forEach((key, call) ->
                byRow.computeIfAbsent(key.rowSeq(), _ -> new ArrayList<>()).add(call));
        return byRow;
    }

    /// The state of a call according to one event.
    private record CallEvent(long eventId, PastCall call) {}

    private List<CallEvent> parked(List<Long> rows) throws SQLException {
        return query.list(
                "SELECT event_id, row_seq, part, node, generation, call_no, request_sha256 FROM call_parked"
                        + " WHERE run_no = ? AND row_seq IN " + RowBatches.placeholders(rows.size()),
                row -> new CallEvent(
                        row.getLong("event_id"),
                        new PastCall(
                                CallRecords.key(row),
                                0,
                                Unknown.NONE,
                                Optional.empty(),
                                InBatch.PARKED,
                                Optional.empty(),
                                0)),
                RowBatches.parameters(run, rows));
    }

    private List<CallEvent> attempts(List<Long> rows) throws SQLException {
        return query.list(
                "SELECT i.event_id, i.row_seq, i.part, i.node, i.generation, i.call_no, i.request_sha256, i.attempt,"
                        + " i.job, e.state, e.standing, e.payload FROM call_intent i LEFT JOIN call_end e"
                        + CallRecords.ENDS_OF_INTENTS + " WHERE i.run_no = ? AND i.row_seq IN "
                        + RowBatches.placeholders(rows.size()),
                row -> new CallEvent(row.getLong("event_id"), Attempt.from(row).toCall()),
                RowBatches.parameters(run, rows));
    }

    private List<CallEvent> reused(List<Long> rows) throws SQLException {
        var reused = new ArrayList<CallEvent>();
        for (ReusedCalls.Reused call : new ReusedCalls(query).of(run, rows)) {
            reused.add(new CallEvent(
                    call.eventId(),
                    new PastCall(
                            call.key(),
                            0,
                            Unknown.NONE,
                            call.reply()
                                    .map(reply ->
                                            HttpMessage.read(reply.bytes()).asReply()),
                            InBatch.NEVER,
                            Optional.of(call.cited()),
                            0)));
        }
        return reused;
    }

    /// The later attempt decides. Attempts of several writers are not always read in their order: one of a worker may
    /// follow one of a job, which is the owner's.
    private static PastCall merge(PastCall before, PastCall next) {
        boolean isEarlier = next.attempts() > 0 && next.attempts() < before.attempts();
        PastCall first = isEarlier ? next : before;
        PastCall last = isEarlier ? before : next;
        return new PastCall(
                before.key(),
                Math.max(before.attempts(), next.attempts()),
                before.unknown().plus(next.unknown()),
                last.reply().or(first::reply),
                last.batch() == InBatch.NEVER && first.batch() != InBatch.NEVER ? InBatch.PARKED : last.batch(),
                before.source().or(next::source),
                before.forgiven() + next.forgiven());
    }

    /// One attempt; `state` and `standing` are empty while it is open.
    private record Attempt(
            CallKey key,
            int number,
            boolean inJob,
            Optional<CallState> state,
            Optional<String> standing,
            Optional<byte[]> payload) {
        static Attempt from(ResultSet row) throws SQLException {
            return new Attempt(
                    CallRecords.key(row),
                    row.getInt("attempt"),
                    Query.number(row, "job").isPresent(),
                    Query.text(row, "state").map(CallState::of),
                    Query.text(row, "standing"),
                    Query.bytes(row, "payload"));
        }

        PastCall toCall() {
            boolean withdrawn = standing.filter(PastCall.WITHDRAWN::equals).isPresent();
            return new PastCall(key, number, unknown(), reply(), batch(), Optional.empty(), withdrawn ? 1 : 0);
        }

        private Unknown unknown() {
            if (state.isEmpty()) {
                return inJob ? Unknown.NONE : Unknown.once(UnknownCause.OWN_PROCESS);
            }
            return state.get() == CallState.UNKNOWN
                    ? Unknown.once(UnknownCause.of(standing.orElseThrow()))
                    : Unknown.NONE;
        }

        private InBatch batch() {
            if (!inJob) {
                return InBatch.NEVER;
            }
            return state.isPresent() ? InBatch.PARKED : InBatch.SUBMITTED;
        }

        private Optional<WireReply.Complete> reply() {
            boolean complete = state.filter(is -> is == CallState.ANSWERED || is == CallState.REJECTED)
                    .isPresent();
            return complete ? payload.map(bytes -> HttpMessage.read(bytes).asReply()) : Optional.empty();
        }
    }
}
