package dev.rowan.engine.batch.planning;

import dev.rowan.engine.batch.BatchContext;
import dev.rowan.engine.batch.BatchNode;
import dev.rowan.engine.batch.submitting.RequestFile;
import dev.rowan.engine.call.AttachmentStore;
import dev.rowan.engine.call.BatchQueue;
import dev.rowan.engine.call.ParkedCall;
import dev.rowan.engine.pipeline.BatchSettings;
import dev.rowan.engine.stop.RowAbandonedException;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.resume.PendingRow.InBatch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// The queue of one node's parked calls: bounded by what one job can hold; further callers wait.
///
/// Shared state, guarded by `lock`: the calls, their sums, and whether a partial job may be planned. One thread
/// takes groups of calls ([#nextGroup]); the lock is not held while a job is planned.
public final class ParkedCallQueue implements BatchQueue {
    /// How often a waiting row checks whether the run is stopping.
    private static final long CHECK_MILLIS = 200;

    private static final Comparator<LogEntry.CallKey> BY_TOKEN = Comparator.comparingLong(LogEntry.CallKey::rowSeq)
            .thenComparingInt(LogEntry.CallKey::part)
            .thenComparingInt(LogEntry.CallKey::node)
            .thenComparingInt(LogEntry.CallKey::generation)
            .thenComparingInt(LogEntry.CallKey::number)
            .thenComparing(LogEntry.CallKey::requestSha256);

    private final BatchContext context;
    private final BatchNode node;
    private final BatchRouting route;
    private final Runnable changes;
    private final int maxRequests;
    private final long maxBytes;
    private final long maxTokens;
    private final int envelope;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final List<WaitingCall> waiting = new ArrayList<>();
    /// The keys of the calls that wait or are being planned; a call whose key is missing was withdrawn.
    private final NavigableSet<LogEntry.CallKey> keys = new TreeSet<>(BY_TOKEN);

    private long bytes;
    private long tokens;
    private long lastParked;
    private boolean full;
    private boolean flush;
    private boolean planning;
    private boolean fixed;
    private boolean unpaid;
    private boolean closed;
    private volatile boolean suspended;

    public ParkedCallQueue(BatchContext context, BatchNode node, BatchRouting route, Runnable changes) {
        this.context = context;
        this.node = node;
        this.route = route;
        this.changes = changes;
        this.maxRequests = JobSizeLimits.maxRequests(node);
        this.maxBytes = JobSizeLimits.maxBytes(node);
        this.maxTokens = node.settings().maxEnqueuedTokens().orElse(Long.MAX_VALUE);
        this.envelope = JobSizeLimits.envelope(node.service());
    }

    public BatchNode node() {
        return node;
    }

    /// Submits nothing for the rest of this process: calls are recorded as parked and stay parked, including
    /// those in the queue.
    public void suspend() {
        lock.lock();
        try {
            suspended = true;
            waiting.clear();
            keys.clear();
            bytes = 0;
            tokens = 0;
            full = false;
            flush = false;
            unpaid = false;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    public boolean isSuspended() {
        return suspended;
    }

    @Override
    public boolean accepts(long rowSeq, boolean calledBack) {
        return suspended || (!calledBack && route.accepts(rowSeq));
    }

    @Override
    public boolean callsBack() {
        return node.settings().mode() == BatchSettings.Mode.AUTO;
    }

    @Override
    public void sends(int calls) {
        node.realTime().started(calls);
    }

    @Override
    public void sent(long wireNanos) {
        node.realTime().ended(wireNanos);
    }

    @Override
    public BigDecimal share() {
        return node.service().limits().share();
    }

    @Override
    public long park(ParkedCall call) throws InterruptedException {
        if (call.past() == InBatch.SUBMITTED) {
            return 0;
        }
        long number = call.past() == InBatch.NEVER ? record(call) : 0;
        if (suspended) {
            return number;
        }
        var next = new WaitingCall(
                call.key(),
                call.attempts(),
                call.worst(),
                call.tokens(),
                RequestFile.sentBytes(call.request()),
                call.past() == InBatch.PARKED);
        lock.lockInterruptibly();
        try {
            lastParked = Math.max(lastParked, number);
            while (!closed && !suspended && !fits(next)) {
                if (!full) {
                    // signalled once: waiting threads would wake each other endlessly
                    full = true;
                    changed.signalAll();
                }
                if (context.stop().requested()) {
                    throw new RowAbandonedException();
                }
                changed.await(CHECK_MILLIS, TimeUnit.MILLISECONDS);
            }
            if (!closed && !suspended && keys.add(next.key())) {
                add(next);
            }
        } finally {
            lock.unlock();
        }
        return number;
    }

    /// Waits for a job that is being planned: it may have one of the calls.
    @Override
    public void withdraw(long rowSeq, int part) throws InterruptedException {
        var first = new LogEntry.CallKey(rowSeq, part, 0, 0, 0, "");
        var behind = new LogEntry.CallKey(rowSeq, part, Integer.MAX_VALUE, 0, 0, "");
        lock.lockInterruptibly();
        try {
            while (fixed && !closed && !keys.subSet(first, behind).isEmpty()) {
                changed.await();
            }
            keys.subSet(first, behind).clear();
        } finally {
            lock.unlock();
        }
        changes.run();
    }

    /// Calls that leave the queue for a job are recorded before they are removed here.
    @Override
    public boolean containsAny(List<ParkedCall> calls) {
        List<ParkedCall> before =
                calls.stream().filter(call -> call.past() == InBatch.PARKED).toList();
        return !before.isEmpty() && (isHere(before) || haveMoved(before));
    }

    private boolean haveMoved(List<ParkedCall> calls) {
        try (LandscapeReader reader = context.readers().get()) {
            return new ParkedCallFilter(context.runId(), reader).haveMoved(calls);
        }
    }

    private boolean isHere(List<ParkedCall> calls) {
        lock.lock();
        try {
            return calls.stream().anyMatch(call -> keys.contains(call.key()));
        } finally {
            lock.unlock();
        }
    }

    private long record(ParkedCall call) throws InterruptedException {
        try {
            AttachmentStore.in(context.artifacts()).keep(call.attachments());
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot keep an attachment: " + failed.getMessage(), failed);
        }
        return context.recorder()
                .record(new LogEntry.CallParked(
                        call.key(), context.time().instant(), call.worst(), call.tokens(), call.request()));
    }

    private boolean fits(WaitingCall next) {
        return waiting.isEmpty()
                || (waiting.size() < Math.min(maxRequests, route.maxPerJob())
                        && bytes + size(next, waiting.size()) <= maxBytes
                        && next.tokens() <= maxTokens - Math.min(maxTokens, tokens));
    }

    private long size(WaitingCall call, int item) {
        return (long) call.bytes() + envelope + Integer.toString(item).length() - 1;
    }

    private void add(WaitingCall call) {
        bytes += size(call, waiting.size());
        tokens += call.tokens();
        waiting.add(call);
        full |= waiting.size() >= Math.min(maxRequests, route.maxPerJob());
        changed.signalAll();
    }

    /// Whether a job may be planned now.
    public boolean isOpen() {
        return route.isOpen(context.runId(), context.readers());
    }

    /// The calls of one job, and the number of the last record of a parked call.
    public record Group(List<WaitingCall> calls, long lastParked) {}

    /// Waits until a job is full or the queue is flushed; empty if the queue is closed.
    public Optional<Group> nextGroup() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (!closed && !isDue()) {
                changed.await();
            }
            if (closed) {
                return Optional.empty();
            }
            planning = true;
            var group = new Group(List.copyOf(waiting), lastParked);
            waiting.clear();
            bytes = 0;
            tokens = 0;
            full = false;
            changed.signalAll();
            return Optional.of(group);
        } finally {
            lock.unlock();
        }
    }

    /// Whether a job can be planned, of calls that were not withdrawn.
    private boolean isDue() {
        if (waiting.isEmpty() || !(full || flush)) {
            return false;
        }
        if (waiting.removeIf(call -> !keys.contains(call.key()))) {
            List<WaitingCall> rest = List.copyOf(waiting);
            waiting.clear();
            bytes = 0;
            tokens = 0;
            full = unpaid;
            rest.forEach(this::add);
            flush &= !waiting.isEmpty();
        }
        return !waiting.isEmpty() && (full || flush);
    }

    /// Those of a group that were not withdrawn; from now on, until the group is planned, none is.
    public List<WaitingCall> fix(List<WaitingCall> group) {
        lock.lock();
        try {
            fixed = true;
            return group.stream().filter(call -> keys.contains(call.key())).toList();
        } finally {
            lock.unlock();
        }
    }

    /// The calls of a group are too few for a job: returns their rows, whose calls are sent in real time when they are
    /// woken.
    public List<Long> releaseFew(List<WaitingCall> group, List<WaitingCall> few) {
        List<Long> rows = few.stream()
                .map(call -> call.key().rowSeq())
                .distinct()
                .sorted()
                .toList();
        route.sendInRealtime(rows);
        planned(group, List.of(), false);
        return rows;
    }

    /// The group is planned except for `left`, which becomes the start of the next one.
    public void planned(List<WaitingCall> group, List<WaitingCall> left, boolean isUnpaid) {
        lock.lock();
        try {
            List<WaitingCall> later = List.copyOf(waiting);
            waiting.clear();
            bytes = 0;
            tokens = 0;
            group.forEach(call -> keys.remove(call.key()));
            if (!suspended) {
                left.forEach(call -> {
                    keys.add(call.key());
                    add(call);
                });
                later.forEach(this::add);
                full |= isUnpaid;
                unpaid = isUnpaid;
            }
            planning = false;
            fixed = false;
            flush &= !waiting.isEmpty();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        changes.run();
    }

    /// The number of calls that wait for a job.
    public int size() {
        lock.lock();
        try {
            return waiting.size();
        } finally {
            lock.unlock();
        }
    }

    /// Releases the latest `calls` in the queue, and all others of their rows; returns these rows, in order.
    public List<Long> release(long calls) {
        lock.lock();
        try {
            SortedSet<Long> rows = new TreeSet<>();
            waiting.stream()
                    .skip(Math.max(0, waiting.size() - calls))
                    .forEach(call -> rows.add(call.key().rowSeq()));
            List<WaitingCall> kept = new ArrayList<>();
            for (WaitingCall call : waiting) {
                if (rows.contains(call.key().rowSeq())) {
                    keys.remove(call.key());
                } else {
                    kept.add(call);
                }
            }
            waiting.clear();
            bytes = 0;
            tokens = 0;
            kept.forEach(this::add);
            changed.signalAll();
            return List.copyOf(rows);
        } finally {
            lock.unlock();
        }
    }

    public void flush() {
        lock.lock();
        try {
            flush |= !waiting.isEmpty() || planning;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Whether calls wait here for anything but budget.
    public boolean isBusy() {
        lock.lock();
        try {
            return planning || (!waiting.isEmpty() && !unpaid);
        } finally {
            lock.unlock();
        }
    }

    /// Whether calls wait for budget that jobs have reserved.
    public boolean isUnpaid() {
        lock.lock();
        try {
            return unpaid && !waiting.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    public void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
