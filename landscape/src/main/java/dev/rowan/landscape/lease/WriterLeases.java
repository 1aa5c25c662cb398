package dev.rowan.landscape.lease;

import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.chain.LogKey;
import dev.rowan.landscape.store.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The leases of a run's writers beside its owner, by their rows in `run_writer`. A lease is never refused: raising
/// the epoch stops whoever held it before.
///
/// All of it happens in the current transaction of a session. Rows are locked in the order owner, writers.
public final class WriterLeases {
    private final Session session;

    public WriterLeases(Session session) {
        this.session = session;
    }

    /// A writer's row; `released` if it closed its chain, or was stopped.
    public record WriterRow(int writer, int epoch, boolean released) {}

    /// Holds the run in this epoch until the transaction ends; throws if it has ended or has another owner.
    public void requireRunning(LogKey log, int runEpoch) throws SQLException {
        String sql = "SELECT epoch, released FROM run_lease WHERE run_no = ?"
                + session.dialect().kept();
        try (PreparedStatement select = session.connection().prepareStatement(sql)) {
            select.setInt(1, log.runNo());
            try (ResultSet row = select.executeQuery()) {
                boolean found = row.next();
                if (!found || row.getInt(1) != runEpoch || row.getObject(2) != null) {
                    throw new LandscapeException("writer " + log.writer() + " cannot join run " + log.runId()
                            + " in epoch " + runEpoch + ": the run has ended, or was resumed since");
                }
            }
        }
    }

    /// Takes the writer's lease with the next epoch; waits for the last transaction of the one before.
    public Lease take(LogKey log) throws SQLException {
        return new Lease(log, raise(log, LeaseOwner.thisProcess().stored(), "NULL"), Optional.empty());
    }

    /// Raises the writer's epoch without a new holder.
    public Lease fence(LogKey log) throws SQLException {
        String owner = "fenced by " + LeaseOwner.thisProcess().name();
        return new Lease(log, raise(log, owner, session.dialect().now()), Optional.empty());
    }

    private int raise(LogKey log, String owner, String released) throws SQLException {
        String now = session.dialect().now();
        String sql = "INSERT INTO run_writer (run_no, writer, epoch, owner, renewed) VALUES (?, ?, 1, ?, " + now + ")"
                + " ON CONFLICT (run_no, writer) DO UPDATE SET epoch = run_writer.epoch + 1, owner = excluded.owner,"
                + " renewed = excluded.renewed, released = " + released + " RETURNING epoch";
        try (PreparedStatement upsert = session.connection().prepareStatement(sql)) {
            upsert.setInt(1, log.runNo());
            upsert.setInt(2, log.writer());
            upsert.setString(3, owner);
            try (ResultSet row = upsert.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        }
    }

    /// The run's writers by number.
    public List<WriterRow> all(int runNo) throws SQLException {
        var writers = new ArrayList<WriterRow>();
        try (PreparedStatement select = session.connection()
                .prepareStatement("SELECT writer, epoch, released FROM run_writer WHERE run_no = ? ORDER BY writer")) {
            select.setInt(1, runNo);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    writers.add(new WriterRow(row.getInt(1), row.getInt(2), row.getObject(3) != null));
                }
            }
        }
        return writers;
    }
}
