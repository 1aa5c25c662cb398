package dev.rowan.engine.call;

import dev.rowan.engine.stop.RunStopper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/// Rows that a service rejected consecutively for the same reason, without an answer between, held back until it is
/// known whether an error affects every row. An answer at the node makes them failures; `limit` of them stop the
/// run and keep no outcome, as do five times as many with the same status, whatever the error says.
///
/// A held row has no thread and no window slot, so that any number of them can be reached; beyond the bounds of
/// [HeldRows] the oldest fail, and still count. Between a rejection and the moment its row is held, which is after
/// a commit, the rejection is *pending*: no request is sent while counted and pending ones together reach the
/// limit, so that at most `limit` and those on the wire are rejected. A request that waits for this has no permit,
/// and none of an already rejected visit waits, since others wait for that visit.
///
/// Rejections and answers are in the order of their replies: a rejection that is held after a later answer was
/// received does not count.
///
/// Shared state, guarded by `lock`, which is not held while rows are released: the counts, the held rows, those to
/// fail, the pending rejections, the answers, whether there is anything to count or to fail at all, and the calls
/// that jobs reject because of the rows themselves.
public final class RejectionSeries {
    /// The maximum wait for pending rejections; those still pending then are ignored.
    private static final long MAX_WAIT_NANOS = Duration.ofSeconds(5).toNanos();

    private final OptionalInt limit;
    private final RunStopper stop;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition settled = lock.newCondition();
    private final RejectionCounts counts;
    private final HeldRows held;
    private final Map<CallSite, Integer> pending = new HashMap<>();
    private final Map<CallSite, Long> lastAnswers = new HashMap<>();
    private final List<HeldRow> failing = new ArrayList<>();
    private long answers;
    private final Set<CallSite> atFaultInJobs = new HashSet<>();
    private boolean releasing;
    private volatile boolean open;

    /// Without a `limit` no row is held; held rows take `maxBytes` at most.
    public RejectionSeries(OptionalInt limit, long maxBytes, RunStopper stop) {
        this.limit = limit;
        this.counts = new RejectionCounts(limit.orElse(Integer.MAX_VALUE));
        this.held = new HeldRows(maxBytes);
        this.stop = stop;
    }

    /// A call of a node, by its number in the visit.
    record CallSite(int node, int call) {
        static CallSite of(CommonRejection.Key key) {
            return new CallSite(key.node(), key.call());
        }
    }

    /// A rejected row that waits for a decision: one of these two is called, once.
    public interface HeldRow {
        /// The approximate memory it takes.
        long bytes();

        /// The row has failed.
        void fail();

        /// The row gets no outcome, so that a resumed run continues it.
        void abandon();
    }

    /// Whether rows are held at all.
    public boolean isOn() {
        return limit.isPresent();
    }

    /// Holds a row, or fails it immediately if rows are not held.
    public void hold(CommonRejection rejection, String node, HeldRow row) {
        if (limit.isEmpty()) {
            row.fail();
            return;
        }
        Added added = add(rejection, row);
        int enough = limit.getAsInt(); // more rows may have been counted by now
        if (added.count().isSameReached()) {
            stop.blocked(message(rejection, node, enough, " with the same error"));
        } else if (added.count().isAnyReached()) {
            stop.blocked(message(
                    rejection, node, enough * RejectionCounts.ANY_ERROR_FACTOR, " and answered none; the last error"));
        }
        release(added.evicted());
    }

    /// The effect of another row: the counts, and the rows that are not held any more.
    private record Added(RejectionCounts.Count count, List<HeldRow> evicted) {}

    private Added add(CommonRejection rejection, HeldRow row) {
        CallSite site = CallSite.of(rejection.key());
        lock.lock();
        try {
            if (isAnsweredSince(site, rejection.answersBefore())) {
                return new Added(RejectionCounts.Count.NONE, List.of(row));
            }
            RejectionCounts.Count count = counts.add(rejection.key());
            List<HeldRow> evicted = releasing ? List.of(row) : held.add(site, row);
            settle(site);
            return new Added(count, evicted);
        } finally {
            lock.unlock();
        }
    }

    private static String message(CommonRejection rejection, String node, int rows, String how) {
        return "the service rejected " + rows + " rows in a row at '" + node + "'" + how + " ("
                + rejection.key().outcome() + ", " + rejection.key().error() + "): " + rejection.message()
                + "; fix the cause, then resume the run: these rows are still pending."
                + " run.max_same_error: off lets such rows fail instead";
    }

    /// Whether a request may be sent now: not while counted and pending rejections of this call reach the limit.
    /// Called with the permit.
    boolean mayBeSent(CallSite site) {
        if (!open) {
            return true;
        }
        lock.lock();
        try {
            return !isFull(site) && !stop.requested();
        } finally {
            lock.unlock();
        }
    }

    /// Waits, without a permit, until a request may be sent, or its visit is rejected by another call. False if the
    /// run stops instead.
    boolean awaitPending(CallSite site, BooleanSupplier visitRejected) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = MAX_WAIT_NANOS;
            while (isFull(site) && !visitRejected.getAsBoolean() && !stop.requested()) {
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
        int rejections = pending.getOrDefault(site, 0);
        return rejections > 0 && counts.mayReach(site, rejections);
    }

    /// A request was rejected, reported while it has its permit; the result of its row is not known yet. Replaces
    /// an `earlier` rejection of the same call. Returns the number of answers before it.
    long rejected(CallSite site, OptionalLong earlier) {
        lock.lock();
        try {
            if (earlier.isEmpty() || isAnsweredSince(site, earlier.getAsLong())) {
                pending.merge(site, 1, Integer::sum);
            }
            open = true;
            settled.signalAll();
            return answers;
        } finally {
            lock.unlock();
        }
    }

    /// How many answers there were so far, for a rejection by a job.
    long answers() {
        lock.lock();
        try {
            return answers;
        } finally {
            lock.unlock();
        }
    }

    private boolean isAnsweredSince(CallSite site, long answersBefore) {
        return answersBefore < lastAnswers.getOrDefault(site, 0L);
    }

    /// The row of a pending rejection is not held: its visit had another result.
    public void settled(CommonRejection rejection) {
        settled(CallSite.of(rejection.key()), rejection.answersBefore());
    }

    void settled(CallSite site, long answersBefore) {
        lock.lock();
        try {
            if (!isAnsweredSince(site, answersBefore)) {
                settle(site);
            }
        } finally {
            lock.unlock();
        }
    }

    private void settle(CallSite site) {
        pending.computeIfPresent(site, (_, rejections) -> rejections == 1 ? null : rejections - 1);
        updateOpen();
        settled.signalAll();
    }

    private void updateOpen() {
        open = !counts.isEmpty() || !pending.isEmpty() || !failing.isEmpty();
    }

    /// The run stops: nothing waits any longer.
    void stop() {
        lock.lock();
        try {
            settled.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// A call was answered, in real time reported while it has its permit: earlier rejections of it were caused by
    /// the rows themselves. The rows held for them fail with [#failRejected], which may take longer.
    void answered(CallSite site) {
        if (!isOn() || stop.requested()) {
            return;
        }
        lock.lock();
        try {
            lastAnswers.put(site, ++answers);
            if (open) {
                counts.answered(site);
                pending.remove(site);
                failing.addAll(held.removeAll(site::equals));
                updateOpen();
                settled.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /// Fails the rows that were held for rejections before an answer.
    void failRejected() {
        if (open && !stop.requested()) {
            takeFailing().forEach(HeldRow::fail);
        }
    }

    private List<HeldRow> takeFailing() {
        lock.lock();
        try {
            List<HeldRow> taken = List.copyOf(failing);
            failing.clear();
            updateOpen();
            return taken;
        } finally {
            lock.unlock();
        }
    }

    /// A batch job has shown that rejections of this call by jobs are caused by the rows themselves, for the rest
    /// of the run: rows are woken in order, the answered ones maybe last.
    public void rowsAtFault(int node, int call) {
        CallSite site = new CallSite(node, call);
        lock.lock();
        try {
            atFaultInJobs.add(site);
        } finally {
            lock.unlock();
        }
        answered(site);
        failRejected();
    }

    /// Whether a rejection of this call by a job may affect every row.
    boolean mayAffectAll(CallSite site) {
        lock.lock();
        try {
            return isOn() && !atFaultInJobs.contains(site);
        } finally {
            lock.unlock();
        }
    }

    /// No further row comes: held rows fail, or get no outcome if the run was stopped.
    public void finish() {
        release(removeAll());
    }

    private void release(List<HeldRow> rows) {
        boolean stopped = stop.requested();
        rows.forEach(row -> {
            if (stopped) {
                row.abandon();
            } else {
                row.fail();
            }
        });
    }

    /// Fails rows immediately, held ones included, while the rows behind them are blocked. They still count.
    public void releaseImmediately(boolean now) {
        lock.lock();
        try {
            releasing = now;
        } finally {
            lock.unlock();
        }
        if (now && !stop.requested()) {
            removeAll().forEach(HeldRow::fail);
        }
    }

    /// Removes all rows, those that are to fail first.
    private List<HeldRow> removeAll() {
        lock.lock();
        try {
            List<HeldRow> removed = new ArrayList<>(failing);
            failing.clear();
            removed.addAll(held.removeAll(_ -> true));
            updateOpen();
            settled.signalAll();
            return removed;
        } finally {
            lock.unlock();
        }
    }
}
