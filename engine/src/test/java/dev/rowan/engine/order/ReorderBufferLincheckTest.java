package dev.rowan.engine.order;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.engine.TestExtent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Model checking with the scenarios and interleavings that Lincheck draws from its own fixed seed.
@Tag("slow")
class ReorderBufferLincheckTest {
    private static final int WEIGHT = 5;
    private static final int MAX_BYTES = 2 * WEIGHT;
    private static final int MAX_HELD = 8;

    @Test
    void everyInterleavingReleasesEachItemOnceAndInOrder() {
        options(TestExtent.of(3, 15)).check(Locked.class);
    }

    @Test
    void rejectsADrainThatTwoThreadsShareWithoutALock() {
        assertThatThrownBy(() -> options(10).check(SharedDrain.class)).isInstanceOf(LincheckAssertionError.class);
    }

    private static ModelCheckingOptions options(int iterations) {
        return new ModelCheckingOptions()
                .iterations(iterations)
                .invocationsPerIteration(100)
                .threads(3)
                .actorsPerThread(2)
                .actorsBefore(1)
                .actorsAfter(2)
                .minimizeFailedScenario(false)
                .sequentialSpecification(Model.class);
    }

    /// The operations of any thread. An item is its turn, negative once its values were dropped.
    @Param(name = "turn", gen = IntGen.class, conf = "1:3")
    public abstract static class BufferOperations {

        @Operation
        public abstract boolean complete(@Param(name = "turn") int turn);

        @Operation
        public abstract List<Integer> take();

        @Operation
        public abstract int held();
    }

    /// The buffer under test.
    public static class Locked extends BufferOperations {
        private final ReorderBuffer<Integer> buffer =
                new ReorderBuffer<>(1, MAX_BYTES, MAX_HELD, item -> item > 0 ? WEIGHT : 0, item -> -Math.abs(item));

        @Override
        public boolean complete(int turn) {
            try {
                buffer.complete(turn, turn);
                return true;
            } catch (IllegalStateException _) {
                return false;
            }
        }

        @Override
        public List<Integer> take() {
            try {
                return buffer.take(2, Duration.ZERO);
            } catch (InterruptedException stopped) {
                throw new IllegalStateException(stopped);
            }
        }

        @Override
        public int held() {
            return buffer.held();
        }

        @Operation(runOnce = true)
        public void end() {
            buffer.end();
        }

        @Operation
        public boolean isDrained() {
            return buffer.isDrained();
        }
    }

    /// What the buffer does, said for one thread.
    public static class Model extends BufferOperations {
        final Map<Integer, Integer> items = new HashMap<>();
        int head = 1;
        private boolean ended;

        @Override
        public boolean complete(int turn) {
            if (turn < head || items.containsKey(turn)) {
                return false;
            }
            long bytes =
                    WEIGHT * items.values().stream().filter(item -> item > 0).count();
            items.put(turn, turn == head || bytes + WEIGHT <= MAX_BYTES ? turn : -turn);
            return true;
        }

        @Override
        public List<Integer> take() {
            var taken = new ArrayList<Integer>();
            while (taken.size() < 2 && items.containsKey(head)) {
                taken.add(items.remove(head));
                head++;
            }
            return taken;
        }

        @Override
        public int held() {
            return items.size();
        }

        @Operation
        public void end() {
            ended = true;
        }

        @Operation
        public boolean isDrained() {
            return ended && !items.containsKey(head);
        }
    }

    /// The must-fail control: safe collections, but looking at the head and taking it are two steps, as in
    /// the seeds' buffer that two batches shared.
    public static class SharedDrain extends BufferOperations {
        private final Map<Integer, Integer> items = new ConcurrentHashMap<>();
        private volatile int head = 1;

        @Override
        public boolean complete(int turn) {
            return turn >= head && items.putIfAbsent(turn, turn) == null;
        }

        @Override
        public List<Integer> take() {
            var taken = new ArrayList<Integer>();
            int turn = head;
            Integer item = items.get(turn);
            if (item != null) {
                items.remove(turn);
                head = turn + 1;
                taken.add(item);
            }
            return taken;
        }

        @Override
        public int held() {
            return items.size();
        }
    }
}
