package dev.rowan.landscape.write;

import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.chain.Event;
import dev.rowan.landscape.chain.EventTable;
import dev.rowan.landscape.chain.LogKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/// Keeps an answered call from being claimed again. A first attempt needs no check, since it can be claimed only
/// once; later attempts of a group are checked together, before the group is committed and any of them is sent. The
/// answer may be in any chain of the run; only one that follows the attempt in this chain may be its own.
///
/// Owned by the writer's thread.
final class AnswerGuard implements AutoCloseable {
    private static final int ATTEMPT = EventTable.CALL_INTENT.indexOf("attempt");

    private final LogKey log;
    private final PreparedStatement select;
    private @Nullable Long firstRetry;

    AnswerGuard(LogKey log, Connection connection) throws SQLException {
        this.log = log;
        this.select = connection.prepareStatement("SELECT i.row_seq, i.node, i.call_no, i.attempt FROM call_intent i"
                + " JOIN call_end e ON e.run_no = i.run_no AND e.row_seq = i.row_seq AND e.part = i.part"
                + " AND e.node = i.node AND e.generation = i.generation AND e.call_no = i.call_no"
                + " WHERE i.event_id BETWEEN ? AND ? AND i.attempt > 1 AND e.state = 'answered'"
                + " AND e.event_id NOT BETWEEN i.event_id AND ?");
    }

    /// Records an appended event by its sequence number.
    void added(Event event, long seq) {
        if (firstRetry == null
                && event.table() == EventTable.CALL_INTENT
                && event.facts()[ATTEMPT] instanceof Long attempt
                && attempt > 1) {
            firstRetry = seq;
        }
    }

    /// Throws if an event added since the last check claims an answered call. All of them must be inserted already.
    void check() throws SQLException {
        if (firstRetry == null) {
            return;
        }
        select.setLong(1, log.eventId(firstRetry));
        select.setLong(2, log.lastId());
        select.setLong(3, log.lastId());
        firstRetry = null;
        try (ResultSet row = select.executeQuery()) {
            if (row.next()) {
                throw new LandscapeException(
                        "attempt %d of call %d of row %d at node %d must not be sent: the call has its answer already"
                                .formatted(row.getInt(4), row.getInt(3), row.getLong(1), row.getInt(2)));
            }
        }
    }

    @Override
    public void close() throws SQLException {
        select.close();
    }
}
