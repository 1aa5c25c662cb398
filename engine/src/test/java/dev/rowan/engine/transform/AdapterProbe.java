package dev.rowan.engine.transform;

import dev.rowan.api.Row;
import dev.rowan.api.TokenInfo;
import dev.rowan.api.TransformResult;
import dev.rowan.engine.transform.RowWaiter.Answer;
import java.time.Duration;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// A [SharedBatchAdapter] asked in numbers and words, without waiting. An answer is the number of the thread that
/// gives it, so each thread finds in its own place of `late` whether its answer was late.
final class AdapterProbe {
    private static final int MOST = 10;
    // made beforehand, so that Lincheck explores the adapter and not the making of rows
    private static final List<TransformResult> RESULTS =
            numbered(thread -> TransformResult.success(Row.of("thread", thread)));
    private static final List<Throwable> DEFECTS = numbered(thread -> new IllegalStateException("worker " + thread));
    private static final List<TokenInfo> TOKENS = numbered(visit -> new TokenInfo("run", visit, 0));
    private static final List<String> STATES =
            numbered(visit -> TOKENS.get(visit).stateId(0, 1));

    private final boolean[] late = new boolean[MOST];
    private final SharedBatchAdapter adapter =
            new SharedBatchAdapter(MOST, (_, _, answer) -> late[threadOf(answer)] = true);
    private final @Nullable RowWaiter[] waiters = new @Nullable RowWaiter[MOST];

    boolean register(int visit) {
        try {
            waiters[visit] = adapter.register(TOKENS.get(visit), STATES.get(visit));
            return true;
        } catch (TransformDefect _) {
            return false;
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    /// True when a waiter took it, false when it was late.
    boolean emit(int visit, int thread) {
        late[thread] = false;
        adapter.emit(TOKENS.get(visit), STATES.get(visit), RESULTS.get(thread));
        return !late[thread];
    }

    boolean fail(int visit, int thread) {
        late[thread] = false;
        adapter.fail(TOKENS.get(visit), STATES.get(visit), DEFECTS.get(thread));
        return !late[thread];
    }

    String await(int visit) {
        RowWaiter waiter = waiters[visit];
        if (waiter == null) {
            return "absent";
        }
        try {
            return waiter.await(Duration.ZERO).map(AdapterProbe::word).orElse("none");
        } catch (TransformDefect _) {
            return "defect";
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    void close() {
        adapter.close();
    }

    private static String word(TransformResult result) {
        return "value " + RESULTS.indexOf(result);
    }

    private static int threadOf(Answer answer) {
        return switch (answer) {
            case Answer.Result(var result) -> RESULTS.indexOf(result);
            case Answer.Defect(var cause) -> DEFECTS.indexOf(cause);
        };
    }

    private static <T> List<T> numbered(IntFunction<T> make) {
        return IntStream.range(0, MOST).mapToObj(make).toList();
    }
}
