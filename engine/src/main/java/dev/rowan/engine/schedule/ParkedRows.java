package dev.rowan.engine.schedule;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Where the rows of a run are that uses batch services: on their way, parked, or neither; so that each is
/// walked by one thread at a time, and woken only while it waits.
///
/// A row on its way takes an entry, of which the window allows so many; a parked one takes a bit. Any thread
/// may ask. Shared state, guarded by `lock`: the rows on their way and whether they were woken meanwhile, the
/// parked ones and those woken early, the places, how many wakes are under way, and the last record that a
/// parked row left.
public final class ParkedRows {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition idle = lock.newCondition();
    private final Map<Long, Boolean> onTheirWay = new HashMap<>();
    private final RowSet parked = new RowSet();
    /// Rows that were woken before they had a place.
    private final RowSet early = new RowSet();

    private final RowPositions places = new RowPositions();
    private long lastPlaced;
    private int wakes;
    private long walks;
    private long recorded;

    private void place(long rowSeq, long place) {
        places.add(rowSeq, place);
        lastPlaced = rowSeq;
    }

    long positionOf(long rowSeq) {
        lock.lock();
        try {
            return places.of(rowSeq);
        } finally {
            lock.unlock();
        }
    }

    /// The row was read, has its place in the order of leaving, and is on its way from now on.
    void start(long rowSeq, long place) {
        lock.lock();
        try {
            place(rowSeq, place);
            enter(rowSeq, early.remove(rowSeq));
        } finally {
            lock.unlock();
        }
    }

    private void enter(long rowSeq, boolean woken) {
        if (onTheirWay.putIfAbsent(rowSeq, woken) != null) {
            throw new IllegalStateException("row " + rowSeq + " is on its way already");
        }
        walks++;
    }

    /// A row that an earlier process of the run has parked gets its place. False when it was woken before: it
    /// is on its way then, and the caller's to start.
    boolean parkedBefore(long rowSeq, long place) {
        lock.lock();
        try {
            place(rowSeq, place);
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

    /// The row's walk has ended before its end, `last` being its last record. False when it was woken
    /// meanwhile: it is still on its way then, and is to be walked again.
    boolean park(long rowSeq, long last) {
        lock.lock();
        try {
            recorded = Math.max(recorded, last);
            if (onTheirWay.replace(rowSeq, true, false)) {
                walks++;
                return false;
            }
            leave(rowSeq);
            parked.add(rowSeq);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /// The row is on its way no more, and not parked.
    void end(long rowSeq) {
        lock.lock();
        try {
            leave(rowSeq);
        } finally {
            lock.unlock();
        }
    }

    private void leave(long rowSeq) {
        onTheirWay.remove(rowSeq);
        signalIfIdle();
    }

    private void signalIfIdle() {
        if (onTheirWay.isEmpty() && wakes == 0) {
            idle.signalAll();
        }
    }

    /// A wake begins; until it has ended the run is not idle.
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

    /// Those of `rows` that were parked: they are on their way now, and the caller's to start. Those on their
    /// way are walked again when their walk ends parked, and those that have no place yet are remembered
    /// until they get one; the others have ended.
    List<Long> claim(List<Long> rows) {
        lock.lock();
        try {
            var claimed = new ArrayList<Long>();
            for (long row : rows) {
                if (parked.remove(row)) {
                    enter(row, false);
                    claimed.add(row);
                } else if (row > lastPlaced) {
                    early.add(row);
                } else {
                    onTheirWay.replace(row, true);
                }
            }
            return claimed;
        } finally {
            lock.unlock();
        }
    }

    /// Rows that were claimed and cannot be started, since the run stops.
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

    /// The number of the last record that any parked row left.
    long recorded() {
        lock.lock();
        try {
            return recorded;
        } finally {
            lock.unlock();
        }
    }

    /// Whether this row waits.
    boolean isWaiting(long rowSeq) {
        lock.lock();
        try {
            return parked.contains(rowSeq);
        } finally {
            lock.unlock();
        }
    }

    /// How many rows wait.
    public long waiting() {
        lock.lock();
        try {
            return parked.size();
        } finally {
            lock.unlock();
        }
    }

    /// About how many bytes the rows that wait take here.
    public long bytes() {
        lock.lock();
        try {
            return parked.bytes() + 2L * Long.BYTES * places.ranges();
        } finally {
            lock.unlock();
        }
    }

    /// Waits until no row is on its way and none is being woken; tells how many walks there were until then.
    long awaitIdle() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (!isIdle()) {
                idle.await();
            }
            return walks;
        } finally {
            lock.unlock();
        }
    }

    /// Whether nothing has moved since there were so many walks.
    boolean isIdleSince(long walksThen) {
        lock.lock();
        try {
            return isIdle() && walks == walksThen;
        } finally {
            lock.unlock();
        }
    }

    private boolean isIdle() {
        return onTheirWay.isEmpty() && wakes == 0;
    }
}
