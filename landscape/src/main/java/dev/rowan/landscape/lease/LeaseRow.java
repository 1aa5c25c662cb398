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

/// A lease as it stands in the database, with the database's time when it was read.
public record LeaseRow(int runNo, int epoch, String owner, long renewed, boolean released, long now) {
    /// An owner that has not renewed its lease for so long is taken for dead where no lock tells.
    static final Duration LIFETIME = Duration.ofSeconds(30);

    public static Optional<LeaseRow> read(Database database, Connection connection, int runNo) throws SQLException {
        String sql = "SELECT epoch, owner, renewed, released, "
                + database.dialect().now() + " FROM run_lease WHERE run_no = ?";
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

    /// Whether someone who lives holds the run.
    public boolean isAlive(Database database) {
        return !released && database.lockFile(runNo).map(this::isLocked).orElseGet(() -> isFresh() && !isOwnerGone());
    }

    /// Whether the owner was a process of this machine that has ended.
    boolean isOwnerGone() {
        return LeaseOwner.of(owner).isGone();
    }

    /// The owner as it is named to people.
    public String ownerName() {
        return LeaseOwner.of(owner).name();
    }

    /// An owner that is this very process has removed the file if it has closed the run; its lock must not be asked.
    private boolean isLocked(Path file) {
        return owner.equals(LeaseOwner.thisProcess().stored())
                ? Files.exists(file)
                : RunLock.isHeldElsewhere(file).orElseGet(this::isFresh);
    }

    private boolean isFresh() {
        return age().compareTo(LIFETIME) < 0;
    }

    Duration age() {
        return Duration.of(now - renewed, ChronoUnit.MICROS);
    }

    /// Who holds the run and when it last showed that it lives.
    String words() {
        return ownerName() + ", which last renewed its lease at "
                + Micros.instant(renewed).truncatedTo(ChronoUnit.SECONDS) + ", "
                + Math.max(0, age().toSeconds()) + " s ago";
    }
}
