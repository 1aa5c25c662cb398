package dev.rowan.engine.batch.planning;

import dev.rowan.engine.batch.BatchNode;
import dev.rowan.engine.batch.auto.AutoPolicy;
import dev.rowan.engine.pipeline.BatchSettings;
import dev.rowan.engine.pipeline.RetryPolicy;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.resume.PendingRow;
import dev.rowan.landscape.resume.PendingRow.PastFailure;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/// Decides which rows of a node use its batch service, and when its first job may be submitted.
///
/// The first rows are sent in real time as canaries: one with `canary`, a sample with `mode: auto`. All others
/// are parked, and no job is planned before the canaries are answered or have failed. With `mode: auto` a
/// [Gate] then decides whether more calls may be submitted.
///
/// Thread-safe. Shared state, guarded by `lock`: the canaries, whether they are pending, and the rows that are too few
/// for a job.
public final class BatchRouting {
    /// Limits the submitted calls to what could still be done in real time.
    public interface Gate {
        /// Whether another call may be submitted.
        boolean hasCapacity();

        /// The maximum number of calls per job.
        int maxPerJob();

        /// No limits.
        Gate OPEN = new Gate() {
            @Override
            public boolean hasCapacity() {
                return true;
            }

            @Override
            public int maxPerJob() {
                return Integer.MAX_VALUE;
            }
        };
    }

    private final int node;
    private final RetryPolicy retry;
    private final boolean realTime;
    private final int slice;
    private final Gate gate;
    private final ReentrantLock lock = new ReentrantLock();
    private final Set<Long> canaries = new LinkedHashSet<>();
    private final Set<Long> tooFew = new HashSet<>();
    private boolean proven;

    /// `proven` means that jobs of the node were planned before.
    public BatchRouting(BatchNode node, boolean proven, Gate gate) {
        this.node = node.index();
        this.retry = node.retry();
        this.realTime = node.settings().mode() == BatchSettings.Mode.REALTIME;
        this.slice = slice(node.settings());
        this.gate = gate;
        this.proven = proven || slice == 0;
    }

    private static int slice(BatchSettings settings) {
        return switch (settings.mode()) {
            case AUTO -> AutoPolicy.CANARIES;
            case BATCH -> settings.canary() ? 1 : 0;
            case REALTIME -> 0;
        };
    }

    /// A node that only has jobs of an earlier process sends everything in real time.
    boolean accepts(long rowSeq) {
        if (realTime) {
            return false;
        }
        lock.lock();
        try {
            if (canaries.contains(rowSeq) || tooFew.contains(rowSeq)) {
                return false;
            }
            if (!proven) {
                return canaries.size() >= slice || !canaries.add(rowSeq);
            }
        } finally {
            lock.unlock();
        }
        return gate.hasCapacity();
    }

    /// Sends these rows in real time from now on.
    void sendInRealtime(List<Long> rows) {
        lock.lock();
        try {
            tooFew.addAll(rows);
        } finally {
            lock.unlock();
        }
    }

    int maxPerJob() {
        return gate.maxPerJob();
    }

    /// Whether a job may be planned now, by the recorded state.
    boolean isOpen(String runId, Supplier<LandscapeReader> readers) {
        List<Long> waited = waited();
        if (waited.isEmpty()) {
            return true;
        }
        try (LandscapeReader reader = readers.get()) {
            boolean open =
                    reader.pendingRows().unfinished(runId, waited).stream().allMatch(this::isSettled);
            if (open) {
                prove();
            }
            return open;
        }
    }

    private List<Long> waited() {
        lock.lock();
        try {
            return proven ? List.of() : List.copyOf(canaries);
        } finally {
            lock.unlock();
        }
    }

    private void prove() {
        lock.lock();
        try {
            proven = true;
        } finally {
            lock.unlock();
        }
    }

    /// Whether the row has its answer at the node, or has failed there permanently. Its outcome comes too late:
    /// it is recorded only after the rows before it are released, and they may wait for the job.
    private boolean isSettled(PendingRow row) {
        boolean answered = row.calls().stream()
                .anyMatch(call -> call.key().node() == node
                        && call.reply()
                                .filter(reply -> reply.status() / 100 == 2)
                                .isPresent());
        return answered || row.failures().stream().anyMatch(this::isFinal);
    }

    private boolean isFinal(PastFailure failure) {
        return failure.node() == node
                && !(failure.failed().reason().retryable() && failure.visits() < retry.maxAttempts());
    }
}
