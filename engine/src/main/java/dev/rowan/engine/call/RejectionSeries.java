package dev.rowan.engine.call;

import dev.rowan.engine.stop.RunStop;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/// Rows that a service rejected one after the other for the same reason, without an answer between: held back until it
/// is known whether a mistake meets every row. An answer at the node makes them failures, `limit` of them stop the run
/// and keep no outcome.
///
/// A row that is held has no thread and no place in the window, so that any number of them can be reached. Shared
/// state, guarded by `lock`, which is not held while rows are let go: the held rows, and whether any are held at all.
public final class RejectionSeries {
    private final OptionalInt limit;
    private final RunStop stop;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<CommonRejection.Key, List<HeldRow>> held = new HashMap<>();
    private boolean passing;
    private volatile boolean open;

    /// Without a `limit` no row is held.
    public RejectionSeries(OptionalInt limit, RunStop stop) {
        this.limit = limit;
        this.stop = stop;
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
            open = !held.isEmpty();
            return taken;
        } finally {
            lock.unlock();
        }
    }
}
