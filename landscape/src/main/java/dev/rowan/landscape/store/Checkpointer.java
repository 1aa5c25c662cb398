package dev.rowan.landscape.store;

import dev.rowan.api.CallScope;
import dev.rowan.api.fault.FaultPoint;
import dev.rowan.api.fault.Faults;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;

/// Moves SQLite's write-ahead log into the database file on a thread of its own, so that the writer does not wait.
///
/// A log that is written all the time is never found empty, so it would grow for ever: once it is long, the writer
/// itself moves the little that the thread left over, between two of its transactions, and the log starts again.
/// `written` belongs to the writer's thread; the semaphore and the flag carry the word between the two.
final class Checkpointer implements Upkeep {
    private static final long STEP_BYTES = 32L << 20;
    private static final long LONG_LOG_FRAMES = 4096;

    private final SqliteDatabase database;
    private final Faults faults;
    private final CallScope scope = CallScope.openPlatform("landscape-checkpoint");
    private final Semaphore wanted = new Semaphore(0);
    private final AtomicBoolean finishWanted = new AtomicBoolean();
    private final FutureTask<Void> task;
    private long written;

    Checkpointer(SqliteDatabase database, Faults faults) {
        this.database = database;
        this.faults = faults;
        this.task = scope.fork(this::run);
    }

    @Override
    public void committed(Session writer, long bytes) throws SQLException {
        written += bytes;
        if (task.isDone()) {
            throw failure();
        }
        if (finishWanted.compareAndSet(true, false)) {
            checkpoint(writer);
        } else if (written >= STEP_BYTES) {
            written = 0;
            wanted.release();
        }
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
                if (checkpoint(session) > LONG_LOG_FRAMES) {
                    finishWanted.set(true);
                }
            }
        }
    }

    /// Moves what can be moved without waiting for anyone; gives the length of the log in frames.
    private long checkpoint(Session session) throws SQLException {
        faults.at(FaultPoint.BEFORE_CHECKPOINT);
        try (var _ = faults.writing();
                Statement statement = session.connection().createStatement();
                ResultSet row = statement.executeQuery("PRAGMA wal_checkpoint(PASSIVE)")) {
            long frames = row.next() ? row.getLong(2) : 0;
            faults.at(FaultPoint.AFTER_CHECKPOINT);
            return frames;
        }
    }

    @Override
    public void close() {
        scope.close();
    }
}
