package dev.rowan.flink;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.core.io.InputStatus;

/// Emits the numbers that its subtask gets, and asks for the next one when one is emitted. A number that goes back
/// after a failure may come although there were no more before, so that a subtask ends only when the coordinator says
/// so in answer to its last request. Owned by the task's thread.
final class SplitNumberReader implements SourceReader<Integer, SplitNumber> {
    private final SourceReaderContext context;
    private final Deque<SplitNumber> assigned = new ArrayDeque<>();
    private CompletableFuture<Void> available = new CompletableFuture<>();
    private boolean ended;

    SplitNumberReader(SourceReaderContext context) {
        this.context = context;
    }

    @Override
    public void start() {
        if (assigned.isEmpty()) {
            context.sendSplitRequest();
        }
    }

    @Override
    public InputStatus pollNext(ReaderOutput<Integer> output) {
        SplitNumber next = assigned.poll();
        if (next != null) {
            output.collect(next.number());
            if (assigned.isEmpty()) {
                context.sendSplitRequest();
            }
            return InputStatus.MORE_AVAILABLE;
        }
        if (ended) {
            return InputStatus.END_OF_INPUT;
        }
        available = new CompletableFuture<>();
        return InputStatus.NOTHING_AVAILABLE;
    }

    @Override
    public List<SplitNumber> snapshotState(long checkpoint) {
        return List.copyOf(assigned);
    }

    @Override
    public CompletableFuture<Void> isAvailable() {
        return assigned.isEmpty() && !ended ? available : CompletableFuture.completedFuture(null);
    }

    @Override
    public void addSplits(List<SplitNumber> splits) {
        assigned.addAll(splits);
        available.complete(null);
    }

    @Override
    public void notifyNoMoreSplits() {
        ended = true;
        available.complete(null);
    }

    @Override
    public void close() {}
}
