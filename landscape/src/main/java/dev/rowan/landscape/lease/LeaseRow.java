package dev.rowan.landscape.lease;

import dev.rowan.landscape.fold.Micros;
import dev.rowan.landscape.store.Database;
import dev.rowan.landscape.store.RunLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/// A row of `run_lease`, with the database's time when it was read.
public record LeaseRow(int runNo, int epoch, String owner, long renewed, boolean released, long now) {
    /// An owner without a lock file that has not renewed its lease for this long is considered dead.
    static final Duration LIFETIME = Duration.ofSeconds(30);

    /// The lease of a run's owner.
    public static Optional<LeaseRow> read(Database database, Connection connection, int runNo) throws SQLException {
        return read(database, connection, runNo, "run_lease WHERE run_no = ?");
    }

    /// The present state of a lease that this process held.
    static Optional<LeaseRow> read(Database database, Connection connection, Lease lease) throws SQLException {
        return read(database, connection, lease.runNo(), lease.row());
    }

    private static Optional<LeaseRow> read(Database database, Connection connection, int runNo, String from)
            throws SQLException {
        String sql =
                "SELECT epoch, owner, renewed, released, " + database.dialect().now() + " FROM " + from;
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setInt(1, runNo);
            try (ResultSet row = select.executeQuery()) {
                return row.next()
                        ? Optional.of(new LeaseRow(
                                runNo,
                                row.getInt(1),
                                row.getString(2),
                                row.getLong(3),
                                row.getObject(4) != null,
                                row.getLong(5)))
                        : Optional.empty();
            }
        }
    }

    /// Whether a live process holds the run.
    public boolean isAlive(Database database) {
        return !released && database.lockFile(runNo).map(this::isLocked).orElseGet(() -> isFresh() && !isOwnerDead());
    }

    /// Whether the owner ran on this machine and has ended.
    boolean isOwnerDead() {
        return LeaseOwner.of(owner).isGone();
    }

    /// The display name of the owner.
    public String ownerName() {
        return LeaseOwner.of(owner).name();
    }

    /// If this process is the owner, the file exists until it closes the run; its lock must not be tested.
    private boolean isLocked(Path file) {
        return owner.equals(LeaseOwner.thisProcess().stored())
                ? Files.exists(file)
                : RunLock.isHeldElsewhere(file).orElseGet(this::isFresh);
    }

    /// Whether it was renewed lately.
    boolean isFresh() {
        return age().compareTo(LIFETIME) < 0;
    }

    Duration age() {
        return Duration.of(now - renewed, ChronoUnit.MICROS);
    }

    /// The owner and its last renewal, for messages.
    String label() {
        return ownerName() + ", which last renewed its lease at "
                + Micros.instant(renewed).truncatedTo(ChronoUnit.SECONDS) + ", "
                + Math.max(0, age().toSeconds()) + " s ago";
    }
}
