package dev.rowan.engine.call;

import dev.rowan.api.CallScope;
import dev.rowan.landscape.LandscapeReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import java.util.function.LongPredicate;

/// The nodes of a run whose equal calls share an answer, and the thread that wakes the rows that waited for one: the
/// thread of a leader has a window slot, and must not wait for another.
///
/// Shared state: the queue of rows to wake, bounded by the rows that are parked.
public final class SharedCalls implements AutoCloseable {
    private static final int AT_ONCE = 1_000;

    private final Map<Integer, SharedAnswers> nodes = new TreeMap<>();
    private final BlockingQueue<Long> rows = new LinkedBlockingQueue<>();
    private final AnswerStore store;
    private final Consumer<Throwable> broken;
    private final CallScope scope = CallScope.open("rowan-shared");

    /// Restarts parked rows; waits until they have a window slot.
    @FunctionalInterface
    public interface RowWakeup {
        void wake(List<Long> rows) throws InterruptedException;
    }

    /// For the nodes with these indexes. Takes over the reader; `broken` is notified of what ends the thread.
    public SharedCalls(List<Integer> indexes, LandscapeReader reader, Consumer<Throwable> broken) {
        indexes.forEach(index -> nodes.put(index, new SharedAnswers(index, rows::addAll)));
        this.store = new AnswerStore(reader);
        this.broken = broken;
    }

    /// Restores what earlier processes of the run have recorded.
    public void load(LandscapeReader reader, String runId) {
        nodes.values().forEach(node -> node.load(reader.calls(), runId));
    }

    public Optional<SharedAnswers> node(int index) {
        return Optional.ofNullable(nodes.get(index));
    }

    AnswerStore store() {
        return store;
    }

    public void start(RowWakeup wakeup) {
        scope.start(() -> run(wakeup));
    }

    private void run(RowWakeup wakeup) {
        try {
            while (true) {
                var woken = new ArrayList<Long>();
                woken.add(rows.take());
                rows.drainTo(woken, AT_ONCE - 1);
                wakeup.wake(woken);
            }
        } catch (InterruptedException _) {
            // closed
        } catch (RuntimeException | Error failed) {
            broken.accept(failed);
        }
    }

    /// No row is in flight, and these are parked.
    public void recheck(LongPredicate isParked) {
        nodes.values().forEach(node -> node.recheck(isParked));
    }

    @Override
    public void close() {
        scope.close();
        store.close();
    }
}
