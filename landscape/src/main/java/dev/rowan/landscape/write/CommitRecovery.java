package dev.rowan.landscape.write;

import dev.rowan.api.fault.FaultPoint;
import dev.rowan.api.fault.Faults;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.lease.LeaseGuard;
import dev.rowan.landscape.store.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HexFormat;

/// Determines on a new connection whether the last transaction of a disconnected writer was committed, and
/// continues the log from there.
///
/// The first statement renews the lease. It waits until the lost transaction has ended, because that one locks the
/// lease's row; everything read afterwards is final. The transaction was committed if its last event is in the log
/// with the same leaf. Owned by the writer's thread.
final class CommitRecovery {
    private final LogWriter lost;
    private final Session session;
    private final Faults faults;

    CommitRecovery(LogWriter lost, Session session, Faults faults) {
        this.lost = lost;
        this.session = session;
        this.faults = faults;
    }

    /// The log's new writer, and whether the group lost with the connection was committed.
    record Resolved(LogWriter writer, boolean committed) {}

    Resolved resolve() throws SQLException {
        session.begin();
        faults.at(FaultPoint.COMMIT_BEGUN);
        LeaseGuard guard = lost.guard().on(session);
        boolean ours = guard.renewed();
        boolean committed = isCommitted();
        if (!ours) {
            if (committed && lost.isReleased()) {
                session.close(); // the run has ended, and another has resumed it since
                return new Resolved(lost, true);
            }
            throw guard.takenOver();
        }
        LogState state = new LogTail(lost.log(), session).read();
        check(state, committed);
        new OpenAttempts(lost.log(), session).all(state.tally().calls());
        session.commit();
        state.tally().calls().forgetJobs();
        return new Resolved(lost.continuedBy(state, guard, session, committed), committed);
    }

    private boolean isCommitted() throws SQLException {
        if (lost.lastAppended().isEmpty()) {
            return false;
        }
        LogWriter.Appended last = lost.lastAppended().get();
        String sql = "SELECT leaf FROM " + last.table().table() + " WHERE event_id = ?";
        try (PreparedStatement select = session.connection().prepareStatement(sql)) {
            select.setLong(1, lost.log().eventId(last.seq()));
            try (ResultSet row = select.executeQuery()) {
                return row.next() && HexFormat.of().formatHex(row.getBytes(1)).equals(last.leaf());
            }
        }
    }

    /// Nothing that the database confirmed may be missing, as after a failover to a replica that lagged behind.
    private void check(LogState state, boolean committed) {
        LogWriter.Confirmed confirmed = lost.confirmed();
        long size = committed ? lost.lastAppended().orElseThrow().seq() + 1 : confirmed.size();
        String leaf = committed ? lost.lastAppended().orElseThrow().leaf() : confirmed.lastLeaf();
        if (state.chain().size() != size || !state.chain().lastLeaf().equals(leaf)) {
            throw new LandscapeException("the record of run " + lost.log().runId() + " should have " + size
                    + " events as its database confirmed them, and has "
                    + state.chain().size()
                    + " others: the server was restored from an older copy, or failed over to one; nothing more is"
                    + " written; see `rowan verify " + lost.log().runId() + "`");
        }
    }
}
