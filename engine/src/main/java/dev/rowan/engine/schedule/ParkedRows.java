package dev.rowan.engine.schedule;

import dev.rowan.landscape.record.RowOrigin;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Which rows of a run with batch services or shared answers are in flight and which are parked, so that each runs on
/// one thread at a
/// time and is woken only while it waits.
///
/// A row in flight takes an entry, bounded by the window; a parked row takes a bit. Thread-safe. Shared state,
/// guarded by `lock`: the rows in flight and whether they were woken meanwhile, the parked rows and those woken
/// early, the positions, the number of wakes in progress, and the last record of a parked row.
public final class ParkedRows {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition idle = lock.newCondition();
    private final Map<Long, Boolean> inFlight = new HashMap<>();
    private final RowSet parked = new RowSet();
    private final RowSet postponed = new RowSet();
    /// Rows that were woken before they had a position.
    private final RowSet early = new RowSet();

    /// By origin.
    private final Map<Integer, RowPositions> positions = new HashMap<>();

    private final Map<Integer, Long> lastPositioned = new HashMap<>();
    private int wakes;
    private long starts;
    private long recorded;

    private void position(long rowSeq, long position) {
        positions.computeIfAbsent(RowOrigin.of(rowSeq), _ -> new RowPositions()).add(rowSeq, position);
        lastPositioned.merge(RowOrigin.of(rowSeq), rowSeq, Math::max);
    }

    long positionOf(long rowSeq) {
        lock.lock();
        try {
            RowPositions origin = positions.get(RowOrigin.of(rowSeq));
            if (origin == null) {
                throw new IllegalArgumentException("row " + rowSeq + " has no position");
            }
            return origin.of(rowSeq);
        } finally {
            lock.unlock();
        }
    }

    /// The row was read, has its position in the order of release, and is in flight from now on.
    void start(long rowSeq, long position) {
        lock.lock();
        try {
            position(rowSeq, position);
            enter(rowSeq, early.remove(rowSeq));
        } finally {
            lock.unlock();
        }
    }

    private void enter(long rowSeq, boolean woken) {
        if (inFlight.putIfAbsent(rowSeq, woken) != null) {
            throw new IllegalStateException("row " + rowSeq + " is on its way already");
        }
        starts++;
    }

    /// Assigns the position of a row that an earlier process parked. False if it was woken before: then it is in
    /// flight, and the caller starts it.
    boolean parkedBefore(long rowSeq, long position) {
        lock.lock();
        try {
            position(rowSeq, position);
            if (early.remove(rowSeq)) {
                enter(rowSeq, false);
                return false;
            }
            parked.add(rowSeq);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /// Parks a row whose last record is `last`. False if it was woken meanwhile: then it is still in flight and
    /// must run again.
    boolean park(long rowSeq, long last) {
        lock.lock();
        try {
            recorded = Math.max(recorded, last);
            if (inFlight.replace(rowSeq, true, false)) {
                starts++;
                return false;
            }
            leave(rowSeq);
            parked.add(rowSeq);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /// The row is neither in flight nor parked any more.
    void end(long rowSeq) {
        lock.lock();
        try {
            leave(rowSeq);
        } finally {
            lock.unlock();
        }
    }

    private void leave(long rowSeq) {
        inFlight.remove(rowSeq);
        signalIfIdle();
    }

    private void signalIfIdle() {
        if (inFlight.isEmpty() && wakes == 0) {
            idle.signalAll();
        }
    }

    /// A wake starts; until it has ended the run is not idle.
    void startWake() {
        lock.lock();
        try {
            wakes++;
        } finally {
            lock.unlock();
        }
    }

    void endWake() {
        lock.lock();
        try {
            wakes--;
            signalIfIdle();
        } finally {
            lock.unlock();
        }
    }

    /// Claims those of `rows` that are parked: they are in flight now, and the caller starts them. Rows in flight
    /// run again if they park; rows without a position are remembered until they get one; the others have ended.
    List<Long> claim(List<Long> rows) {
        lock.lock();
        try {
            var claimed = new ArrayList<Long>();
            for (long row : rows) {
                if (parked.remove(row)) {
                    enter(row, false);
                    claimed.add(row);
                } else if (row > lastPositioned.getOrDefault(RowOrigin.of(row), 0L)) {
                    early.add(row);
                } else {
                    inFlight.replace(row, true);
                }
            }
            return claimed;
        } finally {
            lock.unlock();
        }
    }

    /// Parks claimed rows again because the run stops.
    void unclaim(List<Long> rows) {
        lock.lock();
        try {
            for (long row : rows) {
                leave(row);
                parked.add(row);
            }
        } finally {
            lock.unlock();
        }
    }

    /// The number of the last record of any parked row.
    long recorded() {
        lock.lock();
        try {
            return recorded;
        } finally {
            lock.unlock();
        }
    }

    boolean isWaiting(long rowSeq) {
        lock.lock();
        try {
            return parked.contains(rowSeq);
        } finally {
            lock.unlock();
        }
    }

    /// Whether the row is parked, postponed or in flight.
    boolean isActive(long rowSeq) {
        lock.lock();
        try {
            return parked.contains(rowSeq) || postponed.contains(rowSeq) || inFlight.containsKey(rowSeq);
        } finally {
            lock.unlock();
        }
    }

    /// Postpones the parked rows, which nobody wakes in this process; returns them in order.
    List<Long> postpone() {
        lock.lock();
        try {
            List<Long> rows = parked.takeAll();
            rows.forEach(postponed::add);
            return rows;
        } finally {
            lock.unlock();
        }
    }

    /// The number of parked rows.
    public long waiting() {
        lock.lock();
        try {
            return parked.size();
        } finally {
            lock.unlock();
        }
    }

    /// The approximate memory that parked rows take here.
    public long bytes() {
        lock.lock();
        try {
            return parked.bytes() + 2L * Long.BYTES * ranges();
        } finally {
            lock.unlock();
        }
    }

    private long ranges() {
        return positions.values().stream().mapToLong(RowPositions::ranges).sum();
    }

    /// A moment at which no row is in flight and none is being woken: the number of starts so far, and of parked rows.
    record Idle(long starts, long waiting) {}

    /// Waits until no row is in flight and none is being woken.
    Idle awaitIdle() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (!isIdle()) {
                idle.await();
            }
            return new Idle(starts, parked.size());
        } finally {
            lock.unlock();
        }
    }

    /// Whether the run is idle and no row has started since.
    boolean isIdleSince(long startsThen) {
        lock.lock();
        try {
            return isIdle() && starts == startsThen;
        } finally {
            lock.unlock();
        }
    }

    private boolean isIdle() {
        return inFlight.isEmpty() && wakes == 0;
    }
}
