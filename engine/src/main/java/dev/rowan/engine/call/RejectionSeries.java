package dev.rowan.engine.call;

import dev.rowan.engine.stop.RunStop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/// Rows that a service rejected one after the other for the same reason, without an answer between: held back until it
/// is known whether a mistake meets every row. An answer at the node makes them failures, `limit` of them stop the run
/// and keep no outcome.
///
/// A row that is held has no thread and no place in the window, so that any number of them can be reached. Between a
/// rejection and the moment its row is held, which is after a commit, the rejection is *pending*: no request is sent
/// while held and pending ones together reach the limit, so that at most `limit` and those on the wire are rejected.
///
/// Shared state, guarded by `lock`, which is not held while rows are let go: the held rows, the pending rejections,
/// and whether there are any at all.
public final class RejectionSeries {
    /// Bounds the wait for pending rejections; those that are still pending then are forgotten.
    private static final long MAX_WAIT_NANOS = Duration.ofSeconds(5).toNanos();

    private final OptionalInt limit;
    private final RunStop stop;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition settled = lock.newCondition();
    private final Map<CommonRejection.Key, List<HeldRow>> held = new HashMap<>();
    private final Map<CallSite, Integer> pending = new HashMap<>();
    private boolean passing;
    private volatile boolean open;

    /// Without a `limit` no row is held.
    public RejectionSeries(OptionalInt limit, RunStop stop) {
        this.limit = limit;
        this.stop = stop;
    }

    /// A call of a node, by its number in the visit.
    record CallSite(int node, int call) {
        static CallSite of(CommonRejection.Key key) {
            return new CallSite(key.node(), key.call());
        }
    }

    /// A row that was rejected and waits for what comes of it: one of these two is called, once.
    public interface HeldRow {
        /// The row has failed.
        void fail();

        /// The row keeps no outcome, so that a resumed run takes it up again.
        void abandon();
    }

    /// Whether rows are held at all.
    public boolean isOn() {
        return limit.isPresent();
    }

    /// Holds a row, or lets it fail at once where none is held.
    public void hold(CommonRejection rejection, String node, HeldRow row) {
        int inARow = add(rejection.key(), row);
        if (inARow == 0) {
            row.fail();
        } else if (inARow >= limit.orElseThrow()) {
            stop.blocked(words(rejection, node, inARow));
        }
    }

    private int add(CommonRejection.Key key, HeldRow row) {
        lock.lock();
        try {
            settle(CallSite.of(key));
            if (passing || limit.isEmpty()) {
                return 0;
            }
            List<HeldRow> same = held.computeIfAbsent(key, _ -> new ArrayList<>());
            same.add(row);
            open = true;
            return same.size();
        } finally {
            lock.unlock();
        }
    }

    private static String words(CommonRejection rejection, String node, int rows) {
        return "the service rejected " + rows + " rows in a row at '" + node + "' with the same error (status "
                + rejection.key().status() + ", " + rejection.key().error() + "): " + rejection.message()
                + "; put the cause right, then resume the run: these rows have no outcome yet."
                + " run.max_same_error: off lets such rows fail instead";
    }

    /// Waits while as many rejections of this call are held and pending as stop a run. Called before each request is
    /// sent, with its permit; false when the run stops instead.
    boolean awaitPending(CallSite site) throws InterruptedException {
        if (!open) {
            return true;
        }
        lock.lockInterruptibly();
        try {
            long left = MAX_WAIT_NANOS;
            while (pending.containsKey(site) && isFull(site) && !stop.requested()) {
                if (left <= 0) {
                    pending.remove(site);
                    settled.signalAll();
                } else {
                    left = settled.awaitNanos(left);
                }
            }
            return !stop.requested();
        } finally {
            lock.unlock();
        }
    }

    private boolean isFull(CallSite site) {
        int most = held.entrySet().stream()
                .filter(same -> CallSite.of(same.getKey()).equals(site))
                .mapToInt(same -> same.getValue().size())
                .max()
                .orElse(0);
        return pending.getOrDefault(site, 0) + most >= limit.orElse(Integer.MAX_VALUE);
    }

    /// A request was rejected, told while it has its permit; what comes of its row is not known yet.
    void rejected(CallSite site) {
        lock.lock();
        try {
            pending.merge(site, 1, Integer::sum);
            open = true;
        } finally {
            lock.unlock();
        }
    }

    /// The row of a pending rejection is not held: its visit came to something else.
    public void settled(CommonRejection.Key key) {
        settled(CallSite.of(key));
    }

    void settled(CallSite site) {
        lock.lock();
        try {
            settle(site);
        } finally {
            lock.unlock();
        }
    }

    private void settle(CallSite site) {
        pending.computeIfPresent(site, (_, rejections) -> rejections == 1 ? null : rejections - 1);
        open = !held.isEmpty() || !pending.isEmpty();
        settled.signalAll();
    }

    /// The run stops: nobody waits any longer.
    void stop() {
        lock.lock();
        try {
            settled.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// The call of this number at the node was answered: what was rejected there before was the rows' own fault.
    void answered(int node, int call) {
        if (open && !stop.requested()) {
            take(key -> key.node() == node && key.call() == call).forEach(HeldRow::fail);
        }
    }

    /// No further row comes: what is held fails, or keeps no outcome where the run was stopped.
    public void finish() {
        List<HeldRow> rows = take(_ -> true);
        if (stop.requested()) {
            rows.forEach(HeldRow::abandon);
        } else {
            rows.forEach(HeldRow::fail);
        }
    }

    /// Lets rows fail at once, those that are held too, while the rows behind them have no room to wait.
    public void pass(boolean now) {
        lock.lock();
        try {
            passing = now;
        } finally {
            lock.unlock();
        }
        if (now && !stop.requested()) {
            take(_ -> true).forEach(HeldRow::fail);
        }
    }

    private List<HeldRow> take(Predicate<CommonRejection.Key> which) {
        lock.lock();
        try {
            var taken = new ArrayList<HeldRow>();
            held.entrySet().removeIf(same -> which.test(same.getKey()) && taken.addAll(same.getValue()));
            open = !held.isEmpty() || !pending.isEmpty();
            settled.signalAll();
            return taken;
        } finally {
            lock.unlock();
        }
    }
}
