package dev.rowan.flink;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.jspecify.annotations.Nullable;

/// Gives the next number to whichever subtask asks. Owned by the coordinator's thread.
final class SplitNumberEnumerator implements SplitEnumerator<SplitNumber, List<Integer>> {
    private final SplitEnumeratorContext<SplitNumber> context;
    private final Deque<Integer> left;

    SplitNumberEnumerator(SplitEnumeratorContext<SplitNumber> context, List<Integer> left) {
        this.context = context;
        this.left = new ArrayDeque<>(left);
    }

    @Override
    public void start() {}

    @Override
    public void handleSplitRequest(int subtask, @Nullable String host) {
        Integer next = left.poll();
        if (next == null) {
            context.signalNoMoreSplits(subtask);
        } else {
            context.assignSplit(new SplitNumber(next), subtask);
        }
    }

    @Override
    public void addSplitsBack(List<SplitNumber> splits, int subtask) {
        splits.forEach(split -> left.addFirst(split.number()));
    }

    @Override
    public void addReader(int subtask) {}

    @Override
    public List<Integer> snapshotState(long checkpoint) {
        return List.copyOf(left);
    }

    @Override
    public void close() {}
}
