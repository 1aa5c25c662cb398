package dev.rowan.landscape.write;

import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.chain.Event;
import dev.rowan.landscape.chain.EventTable;
import dev.rowan.landscape.chain.LogKey;
import dev.rowan.landscape.fold.CallCounts;
import dev.rowan.landscape.fold.CallCounts.Attempt;
import dev.rowan.landscape.fold.EventCounter;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// Looks up the reserved cost of batch attempts that end in a group, so that a million open ones take no memory.
///
/// Reads within the current transaction. Owned by the writer's thread.
final class JobReserves implements AutoCloseable {
    private static final int AT_ONCE = 500;
    private static final int ROW = EventTable.CALL_END.indexOf("row_seq");
    private static final int JOB = EventTable.CALL_END.indexOf("job");

    private final LogKey log;
    private final PreparedStatement select;

    /// The plus prevents the database from using the index on jobs.
    JobReserves(LogKey log, Connection connection) throws SQLException {
        this.log = log;
        this.select = connection.prepareStatement(
                "SELECT row_seq, part, node, generation, call_no, attempt, worst_pico_usd FROM call_intent"
                        + " WHERE run_no = ? AND row_seq IN ("
                        + String.join(", ", Collections.nCopies(AT_ONCE, "?")) + ") AND +job IS NOT NULL");
    }

    /// Reports to the counts what the attempts that end in this group had reserved.
    void report(List<Event> group, CallCounts tally) throws SQLException {
        var rows = new ArrayList<Long>();
        for (Event event : group) {
            if (isOfJob(event) && event.facts()[ROW] instanceof Long row) {
                rows.add(row);
            }
        }
        for (int from = 0; from < rows.size(); from += AT_ONCE) {
            readReserved(rows.subList(from, Math.min(rows.size(), from + AT_ONCE)), tally);
        }
    }

    private void readReserved(List<Long> rows, CallCounts tally) throws SQLException {
        select.setInt(1, log.runNo());
        for (int i = 0; i < AT_ONCE; i++) {
            select.setLong(2 + i, rows.get(Math.min(i, rows.size() - 1)));
        }
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                var attempt = new Attempt(
                        row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4), row.getLong(5), row.getLong(6));
                tally.wasOpen(attempt, row.getLong(7), true);
            }
        }
    }

    /// Throws if the event ends an attempt of a job that was never recorded.
    static void check(Event event, CallCounts tally) {
        if (isOfJob(event) && !tally.isOpenInJob(EventCounter.attempt(event.facts()))) {
            throw new LandscapeException(
                    "attempt %s of call %s of row %s at node %s must not end in job %s: it was not recorded as one that is part of a job, or it has its end already"
                            .formatted(
                                    event.facts()[5],
                                    event.facts()[4],
                                    event.facts()[ROW],
                                    event.facts()[2],
                                    event.facts()[JOB]));
        }
    }

    private static boolean isOfJob(Event event) {
        return event.table() == EventTable.CALL_END && event.facts()[JOB] != null;
    }

    @Override
    public void close() throws SQLException {
        select.close();
    }
}
