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

/// The columns of the runs that are looked at, the latest of them, in so much memory and no more.
///
/// A run is read by a thread `web-index-N` when someone asks for it: from the beginning the first time, from
/// where it was left later, when there is more. While the run works, [RefreshInterval] says when. Shared state,
/// guarded by `lock`: the runs that are held, in the order they were asked for.
public final class RowIndexes implements AutoCloseable {
    /// Numbers of events that are read in one go: few at first, so that a first page is there at once.
    private static final int FIRST_SPAN = 1_000;

    private static final int MOST_SPAN = 50_000;
    private static final int AT_ONCE = 2;

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

    /// How soon the columns of a run that works must be brought up to date. Those of one that does not always
    /// are.
    public enum Need {
        /// For a page that asks again and again: when it costs the run little.
        SOON,
        /// For what is asked once, such as an export.
        NOW
    }

    /// A run that is held. `asked` is the most events that it was known to have when someone asked, `needed`
    /// what must be read now, `read` what is. `failure` tells why it cannot be read, since the last time that
    /// was tried.
    private static final class Held {
        final RowIndex index = new RowIndex();
        long asked;
        long needed;
        long read = -1;
        boolean isReading;
        RefreshInterval rest = RefreshInterval.NONE;
        Optional<LandscapeException> failure = Optional.empty();
    }

    /// What the columns of so many rows take.
    public static long bytes(long rows) {
        return rows * TokenColumns.BYTES;
    }

    public long mostBytes() {
        return mostBytes;
    }

    /// The columns of a run; they are brought up to date meanwhile. Empty when they would need more memory
    /// than there may be.
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
            left(columns, Optional.of(new LandscapeException("the rows could not be counted: " + defect, defect)));
        }
    }

    /// Puts all that was there into the columns; gives whether that is enough. A run that nobody holds any
    /// more is left.
    private boolean isFollowed(String runId, Held columns, RowScan scan) {
        long began = time.nanos();
        long events = asked(columns);
        var batch = new ScanBatch();
        RowScan.Reached reached;
        int span = FIRST_SPAN;
        do {
            batch.clear();
            reached = scan.scan(runId, columns.index.reached().place(), span, batch);
            span = Math.min(MOST_SPAN, 2 * span);
            columns.index.fold(batch, reached);
            if (columns.index.bytes() > mostBytes + TokenColumns.BYTES * 100_000L) {
                throw new LandscapeException("the run has grown beyond the memory for its rows, " + mostBytes
                        + " bytes; start the server with more (ROWAN_JAVA_OPTS=-Xmx4g)");
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

    /// Notes what was read, and ends the reading if no more is needed.
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

    /// Ends what is being read.
    @Override
    public void close() {
        scope.close();
    }
}
