package dev.rowan.engine.batch;

import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.resume.PendingRow;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/// Which rows of a node go to its batch service, and when its first job may go out.
///
/// With a canary the first row that asks goes out in real time; all others are parked at once, and no job is
/// planned before that row has its answer, or its end. Any thread may ask; shared state: the canary's row.
final class Route {
    private static final long NONE = -1;
    private static final long NOT_NEEDED = -2;

    private final int node;
    private final AtomicLong canary;

    /// `proven` says that jobs of the node were planned before.
    Route(BatchNode node, boolean proven) {
        this.node = node.index();
        this.canary = new AtomicLong(node.settings().canary() && !proven ? NONE : NOT_NEEDED);
    }

    boolean takes(long rowSeq) {
        return !canary.compareAndSet(NONE, rowSeq) && canary.get() != rowSeq;
    }

    /// The row whose answer is waited for.
    OptionalLong waitsFor() {
        long row = canary.get();
        return row < 0 ? OptionalLong.empty() : OptionalLong.of(row);
    }

    /// Whether a job may be planned now, by what is recorded.
    boolean isOpen(String runId, Supplier<LandscapeReader> readers) {
        OptionalLong row = waitsFor();
        if (row.isEmpty()) {
            return true;
        }
        try (LandscapeReader reader = readers.get()) {
            List<PendingRow> pending = reader.pending(runId, List.of(row.getAsLong()));
            boolean open = pending.isEmpty()
                    || pending.getFirst().calls().stream()
                            .anyMatch(call -> call.key().node() == node
                                    && call.reply()
                                            .filter(reply -> reply.status() / 100 == 2)
                                            .isPresent());
            if (open) {
                canary.set(NOT_NEEDED);
            }
            return open;
        }
    }
}
