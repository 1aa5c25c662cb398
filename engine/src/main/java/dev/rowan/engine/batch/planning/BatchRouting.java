package dev.rowan.engine.batch.planning;

import dev.rowan.engine.batch.BatchNode;
import dev.rowan.engine.batch.auto.AutoPolicy;
import dev.rowan.engine.pipeline.BatchSettings;
import dev.rowan.engine.pipeline.RetryPolicy;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.resume.PendingRow;
import dev.rowan.landscape.resume.PendingRow.PastFailure;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/// Which rows of a node go to its batch service, and when its first job may go out.
///
/// The first rows that ask go out in real time as canaries: one with `canary`, a slice with `mode: auto`. All
/// others are parked at once, and no job is planned before the canaries have their answers, or their ends.
/// With `mode: auto` a [Gate] says from then on whether there is room for more.
///
/// Any thread may ask. Shared state, guarded by `lock`: the canaries, and whether they are waited for.
public final class BatchRouting {
    /// What is with the service must still be possible in real time.
    public interface Gate {
        /// Whether another call may go to the service.
        boolean hasRoom();

        /// How many calls one job should have at most.
        int mostInJob();

        /// All calls, always.
        Gate OPEN = new Gate() {
            @Override
            public boolean hasRoom() {
                return true;
            }

            @Override
            public int mostInJob() {
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
    private boolean proven;

    /// `proven` says that jobs of the node were planned before.
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

    /// A node that has only jobs of an earlier process left sends everything in real time.
    boolean takes(long rowSeq) {
        if (realTime) {
            return false;
        }
        lock.lock();
        try {
            if (canaries.contains(rowSeq)) {
                return false;
            }
            if (!proven) {
                return canaries.size() >= slice || !canaries.add(rowSeq);
            }
        } finally {
            lock.unlock();
        }
        return gate.hasRoom();
    }

    int mostInJob() {
        return gate.mostInJob();
    }

    /// Whether a job may be planned now, by what is recorded.
    boolean isOpen(String runId, Supplier<LandscapeReader> readers) {
        List<Long> waited = waited();
        if (waited.isEmpty()) {
            return true;
        }
        try (LandscapeReader reader = readers.get()) {
            boolean open =
                    reader.pendingRows().unfinished(runId, waited).stream().allMatch(this::isTold);
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

    /// Whether the row has its answer at the node, or has failed there for good. Its outcome says so too
    /// late: it is not recorded before the rows ahead of it have left, and they may wait for the job.
    private boolean isTold(PendingRow row) {
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
