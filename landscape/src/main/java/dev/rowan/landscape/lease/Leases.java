package dev.rowan.landscape.lease;

import dev.rowan.api.Time;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.RunLease;
import dev.rowan.landscape.store.Database;
import dev.rowan.landscape.store.RunLock;
import dev.rowan.landscape.store.Session;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/// Gives out the leases of runs in one database: the first with the run, later ones to who takes over from the dead.
public final class Leases {
    private static final int FIRST_EPOCH = 1;
    private static final int LOCK_TRIES = 5;
    private static final Duration BETWEEN_TRIES = Duration.ofMillis(20);

    private final Database database;
    private final Time time;

    public Leases(Database database, Time time) {
        this.database = database;
        this.time = time;
    }

    /// The lease of a run that is being registered, in the transaction that does so.
    public Lease first(Session session, String runId, int runNo) throws SQLException {
        Optional<Path> file = database.lockFile(runNo);
        Optional<RunLock> lock = file.flatMap(RunLock::take);
        if (file.isPresent() && lock.isEmpty()) {
            throw new LandscapeException("the lock " + file.get() + " is held by another process, which records in a"
                    + " database that was removed or replaced here: wait until it ends, or use another landscape");
        }
        var lease = new Lease(runId, runNo, FIRST_EPOCH, lock);
        String sql = "INSERT INTO run_lease (run_no, epoch, owner, renewed) VALUES (?, ?, ?, "
                + database.dialect().now() + ")";
        try (PreparedStatement insert = session.connection().prepareStatement(sql)) {
            insert.setInt(1, runNo);
            insert.setInt(2, FIRST_EPOCH);
            insert.setString(3, Owner.thisProcess().words());
            insert.executeUpdate();
            return lease;
        } catch (SQLException error) {
            lease.close();
            throw error;
        }
    }

    /// Takes the run over with the next epoch, or refuses while its owner lives.
    public RunLease takeOver(String runId) throws InterruptedException {
        try (Session session = database.open()) {
            LeaseRow before = read(session, runId);
            Optional<RunLock> lock = lock(before, runId);
            var lease = new Lease(runId, before.runNo(), before.epoch() + 1, lock);
            try {
                if (!raise(session, before)) {
                    throw refusal(runId, read(session, runId));
                }
                return new TakenOver(database, lease);
            } catch (SQLException | RuntimeException error) {
                lease.close();
                throw error;
            }
        } catch (SQLException error) {
            throw database.explain("taking over a run", error);
        }
    }

    private LeaseRow read(Session session, String runId) throws SQLException {
        session.begin();
        try (PreparedStatement select =
                session.connection().prepareStatement("SELECT run_no FROM run WHERE run_id = ?")) {
            select.setString(1, runId);
            try (ResultSet row = select.executeQuery()) {
                Optional<LeaseRow> found =
                        row.next() ? LeaseRow.read(database, session.connection(), row.getInt(1)) : Optional.empty();
                return found.orElseThrow(() -> new LandscapeException("there is no run '" + runId + "'"));
            }
        } finally {
            session.rollback();
        }
    }

    /// The lock that the dead owner no longer has. Who only asks for it has it for an instant: hence several tries.
    private Optional<RunLock> lock(LeaseRow before, String runId) throws InterruptedException {
        Optional<Path> file = database.lockFile(before.runNo());
        if (file.isEmpty()) {
            return Optional.empty();
        }
        boolean ours = before.owner().equals(Owner.thisProcess().words()) && Files.exists(file.get());
        for (int tries = 0; !ours && tries < LOCK_TRIES; tries++) {
            Optional<RunLock> lock = RunLock.take(file.get());
            if (lock.isPresent()) {
                return lock;
            }
            time.sleep(BETWEEN_TRIES);
        }
        throw refusal(runId, before);
    }

    /// The one update that decides. Where no lock tells who lives, it asks in the same breath for the last renewal.
    private boolean raise(Session session, LeaseRow before) throws SQLException {
        String now = database.dialect().now();
        String dead = database.lockFile(before.runNo()).isPresent()
                ? ""
                : " AND (released IS NOT NULL OR renewed <= " + now + " - " + LeaseRow.LIFETIME.toNanos() / 1_000 + ")";
        session.begin();
        try (PreparedStatement update = session.connection()
                .prepareStatement("UPDATE run_lease SET epoch = epoch + 1, owner = ?, renewed = " + now
                        + ", released = NULL WHERE run_no = ? AND epoch = ?" + dead)) {
            update.setString(1, Owner.thisProcess().words());
            update.setInt(2, before.runNo());
            update.setInt(3, before.epoch());
            int changed = update.executeUpdate();
            session.commit();
            return changed == 1;
        }
    }

    private LandscapeException refusal(String runId, LeaseRow holder) {
        String when = database.lockFile(holder.runNo()).isPresent()
                ? "as soon as that process has ended"
                : "when that process has ended, or " + LeaseRow.LIFETIME.toSeconds() + " s after it died";
        return new LandscapeException("run " + runId + " is held by " + holder.words() + ": it can be taken over "
                + when + "; stop it first if it hangs");
    }

    /// A lease beyond its run's first, until a writer goes on with it.
    private record TakenOver(Database database, Lease lease) implements RunLease {
        @Override
        public String runId() {
            return lease.runId();
        }

        @Override
        public int epoch() {
            return lease.epoch();
        }

        @Override
        public void close() {
            try (lease;
                    Session session = database.open()) {
                session.begin();
                LeaseGuard.release(database, session, lease);
                session.commit();
            } catch (SQLException error) {
                throw database.explain("giving a run back", error);
            }
        }
    }
}
