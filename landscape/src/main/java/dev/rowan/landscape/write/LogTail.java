package dev.rowan.landscape.write;

import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.chain.Chain;
import dev.rowan.landscape.chain.LogKey;
import dev.rowan.landscape.fold.EventCounter;
import dev.rowan.landscape.fold.RecordedJson;
import dev.rowan.landscape.fold.RunCounts;
import dev.rowan.landscape.fold.RunEvents;
import dev.rowan.landscape.store.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Finds the end of a run's record: its last head and the few events after it. These are rehashed and must be as
/// written; everything before the head is left to `rowan verify`.
///
/// Reads within the current transaction. Owned by one thread.
final class LogTail {
    private final LogKey log;
    private final Session session;

    LogTail(LogKey log, Session session) {
        this.log = log;
        this.session = session;
    }

    /// A head as stored in the database.
    private record StoredHead(long seq, Map<String, @Nullable Object> facts) {}

    LogState read() throws SQLException {
        StoredHead head = lastHead();
        Chain chain = sealed(head);
        RunCounts tally = RunCounts.of(RecordedJson.map(head.facts().get("tally")));
        if (tally.marks().isEmpty()) {
            tally.knowMarks(LegacyRecord.marks(session, log, head.seq()));
        }
        OpenAttempts attempts = new OpenAttempts(log, session);
        attempts.openAt(head.seq(), tally.calls());
        for (LoggedEvent event : LoggedEvent.from(session, log, head.seq())) {
            if (event.seq() != chain.size() || !event.isNextOf(chain)) {
                throw changed(chain.size());
            }
            EventCounter.count(event.event(), tally);
        }
        return new LogState(log, chain, tally, chain.size() - head.seq() - 1);
    }

    private StoredHead lastHead() throws SQLException {
        try (PreparedStatement select = session.connection()
                .prepareStatement("SELECT event_id, facts FROM run_event"
                        + " WHERE event_id BETWEEN ? AND ? AND type = ? ORDER BY event_id DESC LIMIT 1")) {
            select.setLong(1, log.firstId());
            select.setLong(2, log.lastId());
            select.setString(3, RunEvents.HEAD);
            try (ResultSet row = select.executeQuery()) {
                if (!row.next()) {
                    throw new LandscapeException("the record of run " + log.runId()
                            + " should have a head and has none: it was changed; see `rowan verify " + log.runId()
                            + "`");
                }
                return new StoredHead(LogKey.seq(row.getLong(1)), RecordedJson.object(row.getString(2)));
            }
        }
    }

    /// The chain of all events before the head, from the subtrees that the head states or else from all leaves. In
    /// both cases it must have the root that the head sealed.
    private Chain sealed(StoredHead head) throws SQLException {
        Map<String, @Nullable Object> facts = head.facts();
        boolean counts = Long.valueOf(head.seq()).equals(facts.get("size"));
        List<String> subtrees = facts.get("subtrees") instanceof List<?> stated
                ? stated.stream().map(String::valueOf).toList()
                : LegacyRecord.subtrees(session, log, head.seq());
        try {
            var chain = new Chain(log, head.seq(), subtrees, String.valueOf(facts.get("last_leaf")));
            if (counts && chain.root().equals(facts.get("root"))) {
                return chain;
            }
        } catch (IllegalArgumentException impossible) {
            throw changed(head.seq(), impossible);
        }
        throw changed(head.seq());
    }

    private LandscapeException changed(long seq) {
        return new LandscapeException(describe(seq));
    }

    private LandscapeException changed(long seq, Exception cause) {
        return new LandscapeException(describe(seq), cause);
    }

    private String describe(long seq) {
        return "the record of run " + log.runId() + " was changed: its event " + seq
                + " is not what was written there, so nothing can be added; see `rowan verify " + log.runId() + "`";
    }
}
