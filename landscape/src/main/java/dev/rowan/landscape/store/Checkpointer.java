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

/// Moves SQLite's write-ahead log into the database file on a thread of its own, so that the writer does not wait:
/// when the log has grown by 32 MiB, or after some seconds when it has grown by less.
///
/// What is committed during a checkpoint stays in the log, so a log that is written all the time would grow for
/// ever: the writer itself moves the little that the thread left over, between two of its transactions, and the
/// log starts again. After its last transaction the writer moves everything, so that the file alone holds the
/// record. `written` and `askedNanos` belong to the writer's thread; the semaphore and the flag carry the word
/// between the two.
final class Checkpointer implements Maintenance {
    private static final long STEP_BYTES = 32L << 20;
    private static final long SLOW_STEP_BYTES = 1L << 20;
    private static final Duration SLOW_STEP_TIME = Duration.ofSeconds(5);

    /// How long the last checkpoint waits for readers of other connections. Meanwhile no other run can commit, so it
    /// is far below the time that a writer waits for the lock.
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

    /// Moves all of the log and empties it. Where a reader keeps an older state, its part of the log stays, and the
    /// connection that is closed last moves that.
    @Override
    public void finish(Session writer) throws SQLException {
        scope.close(); // two checkpoints at once refuse each other
        writer.execute("PRAGMA busy_timeout = " + LAST_WAIT.toMillis());
        checkpoint(writer, "TRUNCATE");
    }

    /// Why the thread has ended, which it does only when a checkpoint failed.
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

    /// Moves what can be moved, in mode `PASSIVE` without waiting for anyone.
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
