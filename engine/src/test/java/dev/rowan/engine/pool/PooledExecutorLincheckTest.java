package dev.rowan.engine.pool;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.Row;
import dev.rowan.engine.pool.PooledResult.Outcome;
import dev.rowan.engine.throttle.DeclaredLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Concurrent batches on one executor, in scenarios from Lincheck's fixed seed. The batches have their own
/// threads, so they are stress-tested, not model-checked.
@Tag("slow")
class PooledExecutorLincheckTest {
    private static final int ROWS = 3;

    @Test
    void batchesThatRunAtOnceNeverMix() {
        options().check(OnePool.class);
    }

    @Test
    void rejectsTheSharedBufferOfTheSeeds() {
        assertThatThrownBy(() -> options().check(OneBuffer.class)).isInstanceOf(LincheckAssertionError.class);
    }

    private static StressOptions options() {
        return new StressOptions()
                .iterations(5)
                .invocationsPerIteration(300)
                .threads(2)
                .actorsPerThread(2)
                .actorsBefore(0)
                .actorsAfter(0)
                .minimizeFailedScenario(false)
                .sequentialSpecification(Model.class);
    }

    /// One executor for all.
    @Param(name = "batch", gen = IntGen.class, conf = "1:9")
    public static class OnePool {
        private final PooledExecutor pool = pool();

        @Operation
        public List<String> batch(@Param(name = "batch") int batch) throws InterruptedException {
            List<RowContext> contexts = IntStream.range(0, ROWS)
                    .mapToObj(i -> new RowContext(Row.empty(), batch + "/" + i, i))
                    .toList();
            return pool.executeBatch(contexts, (context, attempt) -> attempt.onWire(context::stateId)).stream()
                    .map(result -> result.outcome() instanceof Outcome.Done<String>(String value) ? value : "no room")
                    .toList();
        }

        private static PooledExecutor pool() {
            var config = new PoolConfig(
                    2,
                    Duration.ZERO,
                    Duration.ofSeconds(5),
                    2,
                    Duration.ofMillis(50),
                    Duration.ofSeconds(60),
                    PoolConfig.Law.AIMD,
                    DeclaredLimits.NONE);
            var time = new FrozenTime();
            var random = new SplittableRandom(1);
            return new PooledExecutor(config, new Pacer(config.newThrottle(random), time), time, random);
        }
    }

    /// The must-fail control: a reorder buffer shared by all batches returns what is ready to any caller.
    @Param(name = "batch", gen = IntGen.class, conf = "1:9")
    public static class OneBuffer {
        private final TreeMap<Integer, @Nullable String> buffer = new TreeMap<>();
        private int submitted;

        @Operation
        public List<String> batch(@Param(name = "batch") int batch) {
            var own = new ArrayList<Integer>();
            for (int i = 0; i < ROWS; i++) {
                own.add(submit());
            }
            var results = new ArrayList<String>();
            for (int i = 0; i < ROWS; i++) {
                work();
                complete(own.get(i), batch + "/" + i);
                results.addAll(ready());
            }
            return results;
        }

        private static void work() {
            for (int i = 0; i < 200; i++) {
                Thread.onSpinWait();
            }
        }

        private synchronized int submit() {
            buffer.put(submitted, null);
            return submitted++;
        }

        private synchronized void complete(int index, String result) {
            buffer.put(index, result);
        }

        private synchronized List<String> ready() {
            var results = new ArrayList<String>();
            for (var first = buffer.firstEntry(); first != null; first = buffer.firstEntry()) {
                String result = first.getValue();
                if (result == null) {
                    break;
                }
                results.add(result);
                buffer.pollFirstEntry();
            }
            return results;
        }
    }

    /// The result of a batch that runs alone.
    public static class Model {

        @Operation
        public List<String> batch(int batch) {
            return IntStream.range(0, ROWS).mapToObj(i -> batch + "/" + i).toList();
        }
    }
}
