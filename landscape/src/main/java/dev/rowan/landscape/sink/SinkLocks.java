package dev.rowan.landscape.sink;

import dev.rowan.landscape.SinkHeldException;
import dev.rowan.landscape.SinkHold;
import dev.rowan.landscape.lease.LeaseRow;
import dev.rowan.landscape.store.Database;
import dev.rowan.landscape.store.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The outputs of unfinished runs, in the table `sink_lock`: a run holds its rows from its start until it is
/// completed or abandoned, whichever process runs it.
///
/// Every method runs in the caller's transaction.
public final class SinkLocks {
    private SinkLocks() {}

    /// Locks the outputs of a starting run; throws a [SinkHeldException] if another run holds one of them. The
    /// transaction excludes other starts.
    public static void acquire(Database database, Session session, int runNo, List<String> outputs)
            throws SQLException {
        if (outputs.isEmpty()) {
            return;
        }
        Optional<SinkHold> held = all(database, session).stream()
                .filter(hold -> outputs.stream().anyMatch(output -> Outputs.isSame(output, hold.output())))
                .findFirst();
        if (held.isPresent()) {
            throw new SinkHeldException(held.get());
        }
        add(session, runNo, outputs);
    }

    /// Adds outputs that a resumed run does not hold yet: an older version started it, or its output was moved.
    public static void add(Session session, int runNo, List<String> outputs) throws SQLException {
        String sql = "INSERT INTO sink_lock (run_no, output) VALUES (?, ?) ON CONFLICT DO NOTHING";
        try (PreparedStatement insert = session.connection().prepareStatement(sql)) {
            for (String output : outputs) {
                insert.setInt(1, runNo);
                insert.setString(2, output);
                insert.executeUpdate();
            }
        }
    }

    public static void release(Session session, int runNo) throws SQLException {
        try (PreparedStatement delete =
                session.connection().prepareStatement("DELETE FROM sink_lock WHERE run_no = ?")) {
            delete.setInt(1, runNo);
            delete.executeUpdate();
        }
    }

    public static List<SinkHold> all(Database database, Session session) throws SQLException {
        record Lock(int runNo, String runId, String output) {}
        var locks = new ArrayList<Lock>();
        String sql = "SELECT run_no, run_id, output FROM sink_lock JOIN run USING (run_no) ORDER BY run_no, output";
        try (PreparedStatement select = session.connection().prepareStatement(sql);
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                locks.add(new Lock(row.getInt(1), row.getString(2), row.getString(3)));
            }
        }
        var holds = new ArrayList<SinkHold>();
        for (Lock lock : locks) {
            boolean live = LeaseRow.read(database, session.connection(), lock.runNo())
                    .map(lease -> lease.isAlive(database))
                    .orElse(false);
            holds.add(new SinkHold(lock.runId(), lock.output(), live));
        }
        return holds;
    }
}
