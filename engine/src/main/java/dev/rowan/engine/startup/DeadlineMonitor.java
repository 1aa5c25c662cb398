package dev.rowan.engine.startup;

import dev.rowan.api.Time;
import dev.rowan.api.plugin.RunDeadline;
import dev.rowan.engine.progress.RunProgress;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;

/// Compares the pace of a run with its deadline.
///
/// Shared by the rows' threads. State, guarded by `lock`: where this process began, and the last result.
public final class DeadlineMonitor implements RunDeadline {
    /// The time that is kept in reserve, as a share of the time that the rest takes.
    private static final double RESERVE = 0.2;

    /// Without any row done in this share of the time, the pace is taken to be too slow.
    private static final int PATIENCE = 4;

    private static final long INTERVAL = Duration.ofSeconds(1).toNanos();

    private final Optional<Duration> limit;
    private final Time time;
    private final ReentrantLock lock = new ReentrantLock();
    private Optional<RunProgress> progress = Optional.empty();
    private Instant deadline = Instant.MAX;
    private long began;
    private long endedBefore;
    private long checked;
    private boolean late;

    DeadlineMonitor(Optional<Duration> limit, Time time) {
        this.limit = limit;
        this.time = time;
    }

    /// The run, which was `started` by this or an earlier process, continues from here.
    public void begin(Instant started, RunProgress run) {
        lock.lock();
        try {
            progress = Optional.of(run);
            deadline = limit.map(started::plus).orElse(Instant.MAX);
            began = time.nanos();
            checked = began;
            endedBefore = run.rowsEnded();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean isAtRisk(Duration slowest) {
        lock.lock();
        try {
            if (limit.isEmpty() || progress.isEmpty()) {
                return false;
            }
            Duration left = Duration.between(time.instant(), deadline);
            if (left.compareTo(slowest) < 0) {
                return true;
            }
            if (time.nanos() - checked >= INTERVAL) {
                checked = time.nanos();
                late = isLate(progress.get(), left);
            }
            return late;
        } finally {
            lock.unlock();
        }
    }

    private boolean isLate(RunProgress run, Duration left) {
        long passed = time.nanos() - began;
        long ended = run.rowsEnded() - endedBefore;
        if (ended == 0) {
            return passed * (PATIENCE - 1) > left.toNanos();
        }
        OptionalLong expected = run.rowsExpected();
        if (expected.isEmpty()) {
            return false;
        }
        double rest = (double) Math.max(0, expected.getAsLong() - run.rowsEnded()) * passed / ended;
        return rest * (1 + RESERVE) > left.toNanos();
    }
}
