package dev.rowan.landscape.store;

import dev.rowan.api.CallScope;
import dev.rowan.api.Time;
import dev.rowan.api.fault.FaultPoint;
import dev.rowan.api.fault.Faults;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;

/// Checkpoints SQLite's write-ahead log on its own thread, so that the writer does not wait: when the log has grown
/// by 32 MiB, or after a few seconds when it has grown by less.
///
/// Commits during a checkpoint stay in the log, so a log under constant writes would grow without bound: between
/// two transactions the writer itself checkpoints the little that the thread left over, and the log restarts. After
/// its last transaction the writer checkpoints everything, so that the file alone holds the record. `written` and
/// `askedNanos` belong to the writer's thread; the semaphore and the flag synchronize the two.
final class Checkpointer implements Maintenance {
    private static final long STEP_BYTES = 32L << 20;
    private static final long SLOW_STEP_BYTES = 1L << 20;
    private static final Duration SLOW_STEP_TIME = Duration.ofSeconds(5);

    /// How long the last checkpoint waits for readers of other connections. No other run can commit meanwhile, so
    /// it is far below a writer's lock timeout.
    private static final Duration LAST_WAIT = Duration.ofSeconds(1);

    private final SqliteDatabase database;
    private final Faults faults;
    private final CallScope scope = CallScope.openPlatform("landscape-checkpoint");
    private final Semaphore wanted = new Semaphore(0);
    private final AtomicBoolean finishWanted = new AtomicBoolean();
    private final FutureTask<Void> task;
    private final Time time;
    private long written;
    private long askedNanos;

    Checkpointer(SqliteDatabase database, Time time, Faults faults) {
        this.database = database;
        this.time = time;
        this.faults = faults;
        this.askedNanos = time.nanos();
        this.task = scope.fork(this::run);
    }

    @Override
    public void committed(Session writer, long bytes) throws SQLException {
        written += bytes;
        if (task.isDone()) {
            throw failure();
        }
        if (finishWanted.compareAndSet(true, false)) {
            checkpoint(writer, "PASSIVE");
        } else if (written >= STEP_BYTES || (written >= SLOW_STEP_BYTES && isLate())) {
            written = 0;
            askedNanos = time.nanos();
            wanted.release();
        }
    }

    private boolean isLate() {
        return time.nanos() - askedNanos >= SLOW_STEP_TIME.toNanos();
    }

    /// Checkpoints and truncates the log. If a reader holds an older snapshot, its part of the log stays until the
    /// last connection closes.
    @Override
    public void finish(Session writer) throws SQLException {
        scope.close(); // two checkpoints at once refuse each other
        writer.execute("PRAGMA busy_timeout = " + LAST_WAIT.toMillis());
        checkpoint(writer, "TRUNCATE");
    }

    /// Why the thread ended, which happens only after a failed checkpoint.
    private SQLException failure() {
        return task.exceptionNow() instanceof SQLException error
                ? error
                : new SQLException("the checkpoint thread has ended", task.exceptionNow());
    }

    private Void run() throws InterruptedException, SQLException {
        try (Session session = database.open()) {
            while (true) {
                wanted.acquire();
                wanted.drainPermits();
                checkpoint(session, "PASSIVE");
                finishWanted.set(true);
            }
        }
    }

    /// Runs a checkpoint; mode `PASSIVE` waits for nobody.
    private void checkpoint(Session session, String mode) throws SQLException {
        faults.at(FaultPoint.BEFORE_CHECKPOINT);
        try (var _ = faults.writing()) {
            session.execute("PRAGMA wal_checkpoint(" + mode + ")");
        }
        faults.at(FaultPoint.AFTER_CHECKPOINT);
    }

    @Override
    public void close() {
        scope.close();
    }
}
