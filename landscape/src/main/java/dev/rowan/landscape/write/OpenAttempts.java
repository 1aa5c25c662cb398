package dev.rowan.landscape.write;

import dev.rowan.api.call.Usage;
import dev.rowan.api.call.Usd;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.chain.LogKey;
import dev.rowan.landscape.fold.CallCounts;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.LogEntry.CallKey;
import dev.rowan.landscape.record.LogEntry.CallState;
import dev.rowan.landscape.record.LogEntry.CallTimes;
import dev.rowan.landscape.record.UnknownCause;
import dev.rowan.landscape.store.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// The attempts in one chain of a run with an intent and no end. Owned by one thread.
final class OpenAttempts {
    private static final String SAME = " e.run_no = i.run_no AND e.row_seq = i.row_seq AND e.part = i.part"
            + " AND e.node = i.node AND e.generation = i.generation AND e.call_no = i.call_no"
            + " AND e.attempt = i.attempt";
    private static final String COLUMNS =
            "SELECT i.row_seq, i.part, i.node, i.generation, i.call_no, i.attempt, i.worst_pico_usd, i.request_sha256,"
                    + " i.job";

    private final LogKey log;
    private final Session session;

    OpenAttempts(LogKey log, Session session) {
        this.log = log;
        this.session = session;
    }

    /// An open attempt, or the intent of one that was open before.
    record OpenAttempt(CallKey key, int attempt, Usd worst, boolean inJob, boolean free) {

        /// Its end as unknown, counted at its worst case. Nothing was reserved for a free call, nor for one without
        /// a price, whose cost is unknown.
        LogEntry.CallEnded asUnknown(Instant at) {
            return new LogEntry.CallEnded(
                    key,
                    attempt,
                    at,
                    CallState.UNKNOWN,
                    UnknownCause.OWNER_DIED,
                    OptionalInt.empty(),
                    Usage.unknown(),
                    worst,
                    free,
                    new CallTimes(0, 0, 0, 0),
                    Optional.empty(),
                    Optional.empty(),
                    OptionalLong.empty());
        }

        private void report(CallCounts tally) {
            tally.wasOpen(
                    new CallCounts.Attempt(
                            key.rowSeq(), key.part(), key.node(), key.generation(), key.number(), attempt),
                    worst.pico(),
                    inJob);
        }
    }

    /// Reports to the counts of a head what attempts that ended after it had reserved.
    void openAt(long head, CallCounts tally) throws SQLException {
        list(
                        COLUMNS + " FROM call_end e JOIN call_intent i ON" + SAME + " WHERE e.event_id BETWEEN ? AND ?",
                        log.eventId(head),
                        log.lastId())
                .forEach(open -> open.report(tally));
    }

    /// All open attempts by row; reports the reserved cost of each to the counts, which hold their number. Attempts
    /// in batch jobs are excluded: they are not lost with the process that recorded them.
    ///
    /// Open attempts are mostly among the last rows, so the search runs backwards and stops at the last possible
    /// one; it reads only indexes until it finds one.
    List<OpenAttempt> all(CallCounts tally) throws SQLException {
        long expected = tally.totals().openInRealTime();
        if (expected == 0) {
            return List.of();
        }
        List<OpenAttempt> found = list(
                COLUMNS + " FROM call_intent i WHERE i.run_no = ? AND i.job IS NULL AND " + log.condition("i.event_id")
                        + " AND NOT EXISTS (SELECT 1 FROM call_end e WHERE" + SAME + ")"
                        + " ORDER BY i.row_seq DESC, i.part DESC, i.node DESC, i.generation DESC, i.call_no DESC,"
                        + " i.attempt DESC LIMIT ?",
                log.runNo(),
                expected);
        if (found.size() != expected) {
            throw new LandscapeException("the record of run " + log.runId() + " was changed: by its last head "
                    + expected + " attempts of calls have no end, but " + found.size()
                    + " were found; see `rowan verify "
                    + log.runId() + "`");
        }
        found.forEach(open -> open.report(tally));
        return marked(found).reversed();
    }

    /// Marks the attempts that are free.
    private List<OpenAttempt> marked(List<OpenAttempt> found) throws SQLException {
        var free = new HashMap<Integer, Boolean>();
        var marked = new ArrayList<OpenAttempt>(found.size());
        for (OpenAttempt open : found) {
            int node = open.key().node();
            if (open.worst().equals(Usd.ZERO) && !free.containsKey(node)) {
                free.put(node, isFree(node));
            }
            boolean isFree = open.worst().equals(Usd.ZERO) && free.getOrDefault(node, false);
            marked.add(new OpenAttempt(open.key(), open.attempt(), open.worst(), open.inJob(), isFree));
        }
        return marked;
    }

    /// Whether calls of the node are free, by its last answer.
    private boolean isFree(int node) throws SQLException {
        try (PreparedStatement select = session.connection()
                .prepareStatement("SELECT cost_pico_usd, cost_known FROM call_end WHERE event_id BETWEEN ? AND ?"
                        + " AND node = ? AND state = 'answered' ORDER BY event_id DESC LIMIT 1")) {
            select.setLong(1, log.firstId());
            select.setLong(2, log.lastId());
            select.setInt(3, node);
            try (ResultSet row = select.executeQuery()) {
                return row.next() && row.getLong(1) == 0 && row.getInt(2) != 0;
            }
        }
    }

    private List<OpenAttempt> list(String sql, long first, long second) throws SQLException {
        var found = new ArrayList<OpenAttempt>();
        try (PreparedStatement select = session.connection().prepareStatement(sql)) {
            select.setLong(1, first);
            select.setLong(2, second);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    var key = new CallKey(
                            row.getLong(1),
                            row.getInt(2),
                            row.getInt(3),
                            row.getInt(4),
                            row.getInt(5),
                            row.getString(8));
                    found.add(new OpenAttempt(
                            key, row.getInt(6), new Usd(row.getLong(7)), row.getObject(9) != null, false));
                }
            }
        }
        return found;
    }
}
