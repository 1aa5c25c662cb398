package dev.rowan.landscape.lease;

import dev.rowan.landscape.RunRefusedException;
import dev.rowan.landscape.SplitQueries.WriterState;
import dev.rowan.landscape.SplitQueries.WriterStatus;
import dev.rowan.landscape.chain.LogKey;
import dev.rowan.landscape.fold.Micros;
import dev.rowan.landscape.store.Database;
import dev.rowan.landscape.store.Session;
import java.sql.Connection;
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
    private static final String FENCED = "fenced by ";

    private final Session session;

    public WriterLeases(Session session) {
        this.session = session;
    }

    /// A writer's row; `released` if it closed its chain, or was stopped.
    public record WriterRow(int writer, int epoch, boolean released) {}

    /// Holds the run in this epoch until the transaction ends. If it has ended or has another owner, no later attempt
    /// can succeed: throws a [RunRefusedException].
    public void requireRunning(LogKey log, int runEpoch) throws SQLException {
        String sql = "SELECT epoch, released FROM run_lease WHERE run_no = ?"
                + session.dialect().kept();
        try (PreparedStatement select = session.connection().prepareStatement(sql)) {
            select.setInt(1, log.runNo());
            try (ResultSet row = select.executeQuery()) {
                boolean found = row.next();
                if (!found || row.getInt(1) != runEpoch || row.getObject(2) != null) {
                    throw new RunRefusedException((_, _) -> "writer " + log.writer() + " cannot join run " + log.runId()
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
        String owner = FENCED + LeaseOwner.thisProcess().name();
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

    /// The run's writers by number, with the splits that they hold.
    public static List<WriterState> states(Database database, Connection connection, int runNo) throws SQLException {
        String sql = "SELECT w.writer, w.epoch, w.owner, w.renewed, w.released, "
                + database.dialect().now() + ", COALESCE(s.done, 0), COALESCE(s.opened, 0), COALESCE(s.row_count, 0)"
                + " FROM run_writer w LEFT JOIN (SELECT writer, SUM(done) AS done, SUM(1 - done) AS opened,"
                + " SUM(done * rows) AS row_count FROM run_split WHERE run_no = ? GROUP BY writer) s"
                + " ON s.writer = w.writer WHERE w.run_no = ? ORDER BY w.writer";
        var writers = new ArrayList<WriterState>();
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setInt(1, runNo);
            select.setInt(2, runNo);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    writers.add(state(runNo, row));
                }
            }
        }
        return writers;
    }

    private static WriterState state(int runNo, ResultSet row) throws SQLException {
        String stored = row.getString(3);
        boolean fenced = stored.startsWith(FENCED);
        var lease =
                new LeaseRow(runNo, row.getInt(2), stored, row.getLong(4), row.getObject(5) != null, row.getLong(6));
        LeaseOwner owner = LeaseOwner.of(fenced ? "" : stored);
        return new WriterState(
                row.getInt(1),
                lease.epoch(),
                owner.host(),
                owner.pid(),
                fenced
                        ? WriterStatus.FENCED
                        : lease.released()
                                ? WriterStatus.ENDED
                                : lease.isFresh() && !lease.isOwnerDead() ? WriterStatus.WORKING : WriterStatus.LOST,
                Micros.instant(lease.renewed()),
                row.getLong(7),
                row.getLong(8),
                row.getLong(9));
    }
}
