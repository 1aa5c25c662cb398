package dev.rowan.landscape.lease;

import dev.rowan.api.Time;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.chain.LogKey;
import dev.rowan.landscape.store.Database;
import dev.rowan.landscape.store.RunLock;
import dev.rowan.landscape.store.Session;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/// Acquires the leases of runs in one database: with the start of a run, or by takeover from a dead owner.
public final class Leases {
    private static final int FIRST_EPOCH = 1;
    private static final int MAX_LOCK_ATTEMPTS = 5;
    private static final Duration LOCK_RETRY_DELAY = Duration.ofMillis(20);

    private final Database database;
    private final Time time;

    public Leases(Database database, Time time) {
        this.database = database;
        this.time = time;
    }

    /// Acquires the lease of a new run, in the transaction that registers it.
    public Lease first(Session session, String runId, int runNo) throws SQLException {
        Optional<Path> file = database.lockFile(runNo);
        Optional<RunLock> lock = file.flatMap(RunLock::take);
        if (file.isPresent() && lock.isEmpty()) {
            throw new LandscapeException("the lock " + file.get() + " is held by another process, which records in a"
                    + " database that was removed or replaced here: wait until it ends, or use another landscape");
        }
        var lease = new Lease(new LogKey(runNo, LogKey.OWNER, runId), FIRST_EPOCH, lock);
        String sql = "INSERT INTO run_lease (run_no, epoch, owner, renewed) VALUES (?, ?, ?, "
                + database.dialect().now() + ")";
        try (PreparedStatement insert = session.connection().prepareStatement(sql)) {
            insert.setInt(1, runNo);
            insert.setInt(2, FIRST_EPOCH);
            insert.setString(3, LeaseOwner.thisProcess().stored());
            insert.executeUpdate();
            return lease;
        } catch (SQLException error) {
            lease.close();
            throw error;
        }
    }

    /// Takes the run over with the next epoch, or throws while its owner is alive.
    ///
    /// Each attempt is one transaction from the read to the update. With a lock file, transactions exclude each
    /// other, so that no thread of this process touches a lock that was just taken; without one, the update is a
    /// compare-and-set.
    public Lease takeOver(Session session, String runId) throws SQLException, InterruptedException {
        for (int attempt = 1; ; attempt++) {
            Optional<Lease> taken = tryTakeOver(session, runId, attempt == MAX_LOCK_ATTEMPTS);
            if (taken.isPresent()) {
                return taken.get();
            }
            time.sleep(LOCK_RETRY_DELAY);
        }
    }

    /// Testing the lock holds it for an instant, hence several attempts.
    private Optional<Lease> tryTakeOver(Session session, String runId, boolean last) throws SQLException {
        session.begin();
        boolean committed = false;
        Optional<RunLock> lock = Optional.empty();
        try {
            LeaseRow before = read(session, runId);
            Optional<Path> file = database.lockFile(before.runNo());
            boolean ours = before.owner().equals(LeaseOwner.thisProcess().stored())
                    && file.map(Files::exists).orElse(false);
            lock = ours ? Optional.empty() : file.flatMap(RunLock::take);
            if (file.isPresent() && lock.isEmpty()) {
                if (ours || last) {
                    throw refusal(runId, before);
                }
                return Optional.empty();
            }
            if (!incrementEpoch(session, before)) {
                throw refusal(runId, read(session, runId));
            }
            session.commit();
            committed = true;
            var log = new LogKey(before.runNo(), LogKey.OWNER, runId);
            return Optional.of(new Lease(log, before.epoch() + 1, lock));
        } finally {
            if (!committed) {
                lock.ifPresent(RunLock::close);
                session.rollback();
            }
        }
    }

    private LeaseRow read(Session session, String runId) throws SQLException {
        return LeaseRow.read(database, session.connection(), session.runNo(runId))
                .orElseThrow(() -> new LandscapeException("there is no run '" + runId + "'"));
    }

    /// The deciding compare-and-set on the epoch. Without a lock file it also checks the last renewal, unless the
    /// owner it saw is known to be dead. It waits for a last transaction of that owner.
    private boolean incrementEpoch(Session session, LeaseRow before) throws SQLException {
        String now = database.dialect().now();
        String dead = database.lockFile(before.runNo()).isPresent() || before.isOwnerDead()
                ? ""
                : " AND (released IS NOT NULL OR renewed <= " + now + " - " + LeaseRow.LIFETIME.toNanos() / 1_000 + ")";
        try (PreparedStatement update = session.connection()
                .prepareStatement("UPDATE run_lease SET epoch = epoch + 1, owner = ?, renewed = " + now
                        + ", released = NULL WHERE run_no = ? AND epoch = ?" + dead)) {
            update.setString(1, LeaseOwner.thisProcess().stored());
            update.setInt(2, before.runNo());
            update.setInt(3, before.epoch());
            return update.executeUpdate() == 1;
        }
    }

    /// Releases a run that was taken over and cannot be resumed; failures are suppressed onto `why`.
    public void giveBack(Lease lease, Throwable why) {
        try (lease;
                Session session = database.open()) {
            session.begin();
            LeaseGuard.release(database, session, lease);
            session.commit();
        } catch (SQLException | LandscapeException also) {
            why.addSuppressed(also);
        }
    }

    private LandscapeException refusal(String runId, LeaseRow holder) {
        String when = database.lockFile(holder.runNo()).isPresent()
                ? "as soon as that process has ended"
                : "as soon as that process has ended, or from another machine " + LeaseRow.LIFETIME.toSeconds()
                        + " s after it died";
        return new LandscapeException("run " + runId + " is held by " + holder.label() + ": it can be taken over "
                + when + "; stop it first if it hangs");
    }
}
