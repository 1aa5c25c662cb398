package dev.rowan.web.index;

import dev.rowan.api.CallScope;
import dev.rowan.api.Time;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.RowScan;
import dev.rowan.landscape.history.RunSummary;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/// The indexes of the most recently used runs, within a memory limit.
///
/// A thread `web-index-N` reads a run on demand: from the start the first time, later only what is new.
/// [RefreshInterval] limits refreshes of running runs. Shared state, guarded by `lock`: the indexes, in order of
/// use.
public final class RowIndexes implements AutoCloseable {
    /// Events per read: few at first, so that the first page comes quickly.
    private static final int FIRST_SPAN = 1_000;

    private static final int MAX_SPAN = 50_000;
    private static final int AT_ONCE = 2;

    private final Supplier<RowScan> open;
    private final Time time;
    private final long mostBytes;
    private final CallScope scope = CallScope.openPlatform("web-index");
    private final Semaphore places = new Semaphore(AT_ONCE, true);
    private final ReentrantLock lock = new ReentrantLock();
    private final LinkedHashMap<String, Held> held = new LinkedHashMap<>(16, 0.75f, true);

    /// `open` opens a session; all indexes take at most `mostBytes`.
    public RowIndexes(Supplier<RowScan> open, Time time, long mostBytes) {
        this.open = open;
        this.time = time;
        this.mostBytes = mostBytes;
    }

    /// How current the index of a running run must be.
    public enum Need {
        /// For pages that refresh: when it costs the run little.
        SOON,
        /// For single requests such as exports.
        NOW
    }

    /// An index. `asked` is the highest number of events known when it was requested, `needed` what must be read
    /// now, `read` what was. `failure` is why the last read failed.
    private static final class Held {
        final RowIndex index = new RowIndex();
        long asked;
        long needed;
        long read = -1;
        boolean isReading;
        RefreshInterval rest = RefreshInterval.NONE;
        Optional<LandscapeException> failure = Optional.empty();
    }

    /// The size of an index of so many rows.
    public static long bytes(long rows) {
        return rows * TokenColumns.BYTES;
    }

    public long mostBytes() {
        return mostBytes;
    }

    /// The index of a run, refreshed in the background. Empty when it would exceed the memory limit.
    public Optional<RowIndex> of(RunSummary run, Need need) {
        lock.lock();
        try {
            if (bytes(run.rowsRead()) > mostBytes || run.rowsRead() > Integer.MAX_VALUE / 2) {
                return Optional.empty();
            }
            Held columns = held.computeIfAbsent(run.runId(), _ -> new Held());
            makeRoom(run.runId(), bytes(run.rowsRead()));
            if (columns.failure.isPresent()) {
                held.remove(run.runId());
                throw columns.failure.get().forAnotherThread();
            }
            ask(run, columns, need);
            return Optional.of(columns.index);
        } finally {
            lock.unlock();
        }
    }

    private void ask(RunSummary run, Held columns, Need need) {
        boolean works = run.status().equals(RunSummary.RUNNING);
        columns.asked = Math.max(columns.asked, run.events());
        if (run.events() <= columns.read) {
            columns.index.whole(columns.read, time.nanos());
            return;
        }
        if (need == Need.NOW || !works) {
            columns.needed = columns.asked;
            columns.index.expect(columns.needed);
        }
        if (!columns.isReading && (columns.needed > columns.read || columns.rest.isOver(time.nanos()))) {
            columns.isReading = true;
            columns.index.begin();
            scope.start(() -> read(run.runId(), columns));
        }
    }

    /// Evicts least recently used indexes until `runId` fits.
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

    private void read(String runId, Held columns) {
        try {
            places.acquire();
            try (RowScan scan = open.get()) {
                while (!isFollowed(runId, columns, scan)) {
                    // more is needed meanwhile
                }
            } finally {
                places.release();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            left(columns, Optional.empty());
        } catch (LandscapeException broken) {
            left(columns, Optional.of(broken));
        } catch (RuntimeException defect) {
            left(columns, Optional.of(new LandscapeException("counting the rows failed: " + defect, defect)));
        }
    }

    /// Reads everything new; true when that is enough. An evicted index is left alone.
    private boolean isFollowed(String runId, Held columns, RowScan scan) {
        long began = time.nanos();
        long events = asked(columns);
        var batch = new ScanBatch();
        RowScan.Reached reached;
        int span = FIRST_SPAN;
        do {
            batch.clear();
            reached = scan.scan(runId, columns.index.reached().position(), span, batch);
            span = Math.min(MAX_SPAN, 2 * span);
            columns.index.fold(batch, reached);
            if (columns.index.bytes() > mostBytes + TokenColumns.BYTES * 100_000L) {
                throw new LandscapeException("the rows exceed the memory of the index, " + mostBytes
                        + " bytes; start the server with a larger heap (ROWAN_JAVA_OPTS=-Xmx4g)");
            }
            if (!isHeld(runId, columns) || Thread.currentThread().isInterrupted()) {
                left(columns, Optional.empty());
                return true;
            }
        } while (!reached.isCaughtUp());
        return isEnough(columns, events, began);
    }

    private long asked(Held columns) {
        lock.lock();
        try {
            return columns.asked;
        } finally {
            lock.unlock();
        }
    }

    /// Records the progress, and ends reading if no more is needed.
    private boolean isEnough(Held columns, long events, long began) {
        lock.lock();
        try {
            columns.read = events;
            columns.rest = RefreshInterval.after(began, time.nanos());
            columns.index.whole(events, began);
            columns.isReading = columns.needed > events;
            if (!columns.isReading) {
                columns.index.rest();
            }
            return !columns.isReading;
        } finally {
            lock.unlock();
        }
    }

    private void left(Held columns, Optional<LandscapeException> why) {
        lock.lock();
        try {
            columns.failure = why;
            columns.isReading = false;
            columns.index.rest();
        } finally {
            lock.unlock();
        }
    }

    private boolean isHeld(String runId, Held columns) {
        lock.lock();
        try {
            return columns.equals(held.get(runId));
        } finally {
            lock.unlock();
        }
    }

    /// Cancels reading.
    @Override
    public void close() {
        scope.close();
    }
}
