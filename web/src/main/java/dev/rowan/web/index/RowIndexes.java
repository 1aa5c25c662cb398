package dev.rowan.web.index;

import dev.rowan.api.CallScope;
import dev.rowan.api.Time;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.RowScan;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/// The columns of the runs that are looked at, the latest of them, in so much memory and no more.
///
/// A run is read by a thread `web-index-N` when someone asks for it: from the beginning the first time, from
/// where it was left later, at most once a second. Shared state, guarded by `lock`: the runs that are held,
/// in the order they were asked for.
public final class RowIndexes implements AutoCloseable {
    /// Numbers of events that are read in one go: few at first, so that a first page is there at once.
    private static final int FIRST_SPAN = 1_000;

    private static final int MOST_SPAN = 50_000;
    private static final int AT_ONCE = 2;
    private static final Duration AGAIN = Duration.ofSeconds(1);

    private final Supplier<RowScan> open;
    private final Time time;
    private final long mostBytes;
    private final CallScope scope = CallScope.openPlatform("web-index");
    private final Semaphore places = new Semaphore(AT_ONCE, true);
    private final ReentrantLock lock = new ReentrantLock();
    private final LinkedHashMap<String, Held> held = new LinkedHashMap<>(16, 0.75f, true);

    /// `open` gives a session of its own each time; the columns of all runs take up to `mostBytes` together.
    public RowIndexes(Supplier<RowScan> open, Time time, long mostBytes) {
        this.open = open;
        this.time = time;
        this.mostBytes = mostBytes;
    }

    /// A run that is held; `failure` tells why it cannot be read, since the last time that was tried.
    private static final class Held {
        final RowIndex index = new RowIndex();
        final AtomicLong readAt = new AtomicLong();
        boolean isRead;
        boolean isReading;
        Optional<LandscapeException> failure = Optional.empty();
    }

    /// What the columns of so many rows take.
    public static long bytes(long rows) {
        return rows * Columns.BYTES;
    }

    public long mostBytes() {
        return mostBytes;
    }

    /// The columns of a run that has so many rows; they are brought up to date meanwhile. Empty when they
    /// would need more memory than there may be.
    public Optional<RowIndex> of(String runId, long rows) {
        lock.lock();
        try {
            if (bytes(rows) > mostBytes || rows > Integer.MAX_VALUE / 2) {
                return Optional.empty();
            }
            Held run = held.computeIfAbsent(runId, _ -> new Held());
            makeRoom(runId, bytes(rows));
            if (run.failure.isPresent()) {
                held.remove(runId);
                throw new LandscapeException(String.valueOf(run.failure.get().getMessage()), run.failure.get());
            }
            if (!run.isReading && (!run.isRead || time.nanos() - run.readAt.get() >= AGAIN.toNanos())) {
                run.isReading = true;
                run.index.begin();
                scope.start(() -> read(runId, run));
            }
            return Optional.of(run.index);
        } finally {
            lock.unlock();
        }
    }

    /// Forgets runs that nobody has asked for the longest, until `runId` has room.
    private void makeRoom(String runId, long needed) {
        var eldest = held.entrySet().iterator();
        long sum = needed;
        for (var entry : held.entrySet()) {
            sum += entry.getKey().equals(runId) ? 0 : entry.getValue().index.bytes();
        }
        while (sum > mostBytes && eldest.hasNext()) {
            var entry = eldest.next();
            if (!entry.getKey().equals(runId)) {
                sum -= entry.getValue().index.bytes();
                eldest.remove();
            }
        }
    }

    private void read(String runId, Held run) {
        Optional<LandscapeException> failure = Optional.empty();
        try {
            places.acquire();
            try (RowScan scan = open.get()) {
                follow(runId, run, scan);
            } finally {
                places.release();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (LandscapeException broken) {
            failure = Optional.of(broken);
        } catch (RuntimeException defect) {
            failure = Optional.of(new LandscapeException("the rows could not be counted: " + defect, defect));
        }
        lock.lock();
        try {
            run.failure = failure;
            run.isReading = false;
            run.isRead = true;
            run.readAt.set(time.nanos());
        } finally {
            lock.unlock();
        }
        run.index.rest();
    }

    /// Until all that was there is in the columns. A run that nobody holds any more is left.
    private void follow(String runId, Held run, RowScan scan) {
        var batch = new Batch();
        RowScan.Reached reached;
        int span = FIRST_SPAN;
        do {
            batch.clear();
            reached = scan.scan(runId, run.index.reached().place(), span, batch);
            span = Math.min(MOST_SPAN, 2 * span);
            run.index.fold(batch, reached);
            if (run.index.bytes() > mostBytes + Columns.BYTES * 100_000L) {
                throw new LandscapeException("the run has grown beyond the memory for its rows, " + mostBytes
                        + " bytes; start the server with more (ROWAN_JAVA_OPTS=-Xmx4g)");
            }
        } while (!reached.isCaughtUp()
                && isHeld(runId, run)
                && !Thread.currentThread().isInterrupted());
    }

    private boolean isHeld(String runId, Held run) {
        lock.lock();
        try {
            return run.equals(held.get(runId));
        } finally {
            lock.unlock();
        }
    }

    /// Ends what is being read.
    @Override
    public void close() {
        scope.close();
    }
}
