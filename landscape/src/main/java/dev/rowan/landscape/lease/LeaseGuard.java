package dev.rowan.landscape.lease;

import dev.rowan.api.Time;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.chain.LogKey;
import dev.rowan.landscape.store.Database;
import dev.rowan.landscape.store.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;

/// Fences off a writer that lost its lease: checks ownership first in every transaction, holds it until the
/// transaction ends, and renews the lease every few seconds.
///
/// Owned by the writer's thread.
public final class LeaseGuard implements AutoCloseable {
    static final Duration RENEWAL_INTERVAL = Duration.ofSeconds(5);

    private final Database database;
    private final Session session;
    private final Lease lease;
    private final Time time;
    private final PreparedStatement select;
    private final PreparedStatement renew;
    private long renewedNanos;

    public LeaseGuard(Database database, Session session, Lease lease, Time time) throws SQLException {
        this.database = database;
        this.session = session;
        this.lease = lease;
        this.time = time;
        this.select = session.connection()
                .prepareStatement(
                        "SELECT epoch FROM " + lease.row() + database.dialect().kept());
        this.renew = session.connection()
                .prepareStatement(lease.update("renewed = " + database.dialect().now()) + " AND epoch = ?");
        this.renewedNanos = time.nanos();
    }

    public Database database() {
        return database;
    }

    public int epoch() {
        return lease.epoch();
    }

    public Duration untilRenewal() {
        return RENEWAL_INTERVAL.minusNanos(time.nanos() - renewedNanos);
    }

    /// Throws if another process took the run over. Call it first in each transaction.
    public void check() throws SQLException {
        boolean ours = untilRenewal().isPositive() ? isOurs() : renewed();
        if (!ours) {
            throw takenOver();
        }
    }

    /// Holds the lease exclusively until the transaction ends, so that no other writer can join the run meanwhile;
    /// throws if it was lost. Call it first in a transaction.
    public void lock() throws SQLException {
        if (!renewed()) {
            throw takenOver();
        }
    }

    /// The error with the new owner of the run.
    public LandscapeException takenOver() throws SQLException {
        String owner = LeaseRow.read(database, session.connection(), lease)
                .map(row -> row.ownerName() + " (epoch " + row.epoch() + ", this one had " + lease.epoch() + ")")
                .orElse("someone who removed its lease");
        String what = lease.log().writer() == LogKey.OWNER
                ? "run " + lease.runId()
                : "writer " + lease.log().writer() + " of run " + lease.runId();
        return new LandscapeException("another process has taken over " + what + ": " + owner
                + "; nothing more is written here, earlier commits are kept");
    }

    /// A guard for the same lease on another connection.
    public LeaseGuard on(Session other) throws SQLException {
        return new LeaseGuard(database, other, lease, time);
    }

    private boolean isOurs() throws SQLException {
        select.setInt(1, lease.runNo());
        try (ResultSet row = select.executeQuery()) {
            return row.next() && row.getInt(1) == lease.epoch();
        }
    }

    /// Renews the lease in the current transaction, after every other transaction of its owner; false if it was
    /// lost.
    public boolean renewed() throws SQLException {
        renew.setInt(1, lease.runNo());
        renew.setInt(2, lease.epoch());
        renewedNanos = time.nanos();
        return renew.executeUpdate() == 1;
    }

    /// Releases the lease in the current transaction.
    public void release() throws SQLException {
        release(database, session, lease);
    }

    static void release(Database database, Session session, Lease lease) throws SQLException {
        String sql = lease.update("released = " + database.dialect().now()) + " AND epoch = ?";
        try (PreparedStatement update = session.connection().prepareStatement(sql)) {
            update.setInt(1, lease.runNo());
            update.setInt(2, lease.epoch());
            update.executeUpdate();
        }
    }

    /// Closes the statements; the lease stays held.
    public void closeStatements() throws SQLException {
        try (select;
                renew) {
            // both are closed, also when one cannot be
        }
    }

    @Override
    public void close() throws SQLException {
        try (lease) {
            closeStatements();
        }
    }
}
