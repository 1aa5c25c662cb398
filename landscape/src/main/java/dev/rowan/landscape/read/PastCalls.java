package dev.rowan.landscape.read;

import dev.rowan.api.call.HttpMessage;
import dev.rowan.api.call.WireReply;
import dev.rowan.landscape.record.Entry.CallKey;
import dev.rowan.landscape.record.Entry.CallState;
import dev.rowan.landscape.resume.PendingRow.PastCall;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The calls that rows have made, each with what its attempts came to.
final class PastCalls {
    private final Query query;
    private final RunRow run;

    PastCalls(Query query, RunRow run) {
        this.query = query;
        this.run = run;
    }

    /// By row, in the order of the first claims. An attempt that has no end yet is unknown too.
    Map<Long, List<PastCall>> of(List<Long> rows) throws SQLException {
        var calls = new LinkedHashMap<CallKey, PastCall>();
        query.list(
                        "SELECT i.row_seq, i.part, i.node, i.generation, i.call_no, i.request_sha256, i.attempt,"
                                + " e.state, e.payload FROM call_intent i LEFT JOIN call_end e" + Calls.ENDS_OF_INTENTS
                                + " WHERE i.run_no = ? AND i.row_seq IN " + Rows.places(rows.size())
                                + " ORDER BY i.event_id",
                        Attempt::from,
                        Rows.parameters(run, rows))
                .forEach(attempt -> calls.merge(attempt.key(), attempt.alone(), PastCalls::together));
        var byRow = new HashMap<Long, List<PastCall>>();
        calls.forEach((key, call) ->
                byRow.computeIfAbsent(key.rowSeq(), _ -> new ArrayList<>()).add(call));
        return byRow;
    }

    private static PastCall together(PastCall before, PastCall next) {
        return new PastCall(
                before.key(),
                Math.max(before.attempts(), next.attempts()),
                before.unknown() + next.unknown(),
                next.reply().or(before::reply));
    }

    /// One attempt; `state` is empty while it has no end.
    private record Attempt(CallKey key, int number, Optional<CallState> state, Optional<byte[]> payload) {
        static Attempt from(ResultSet row) throws SQLException {
            return new Attempt(
                    new CallKey(
                            row.getLong("row_seq"),
                            row.getInt("part"),
                            row.getInt("node"),
                            row.getInt("generation"),
                            row.getInt("call_no"),
                            row.getString("request_sha256")),
                    row.getInt("attempt"),
                    Query.text(row, "state").map(CallState::of),
                    Query.bytes(row, "payload"));
        }

        PastCall alone() {
            return new PastCall(key, number, isUnknown() ? 1 : 0, reply());
        }

        private boolean isUnknown() {
            return state.map(CallState.UNKNOWN::equals).orElse(true);
        }

        private Optional<WireReply.Complete> reply() {
            boolean complete = state.filter(is -> is == CallState.ANSWERED || is == CallState.REJECTED)
                    .isPresent();
            return complete ? payload.map(bytes -> HttpMessage.read(bytes).asReply()) : Optional.empty();
        }
    }
}
