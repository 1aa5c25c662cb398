package dev.rowan.engine.transform;

import dev.rowan.api.Row;
import dev.rowan.api.TokenInfo;
import dev.rowan.api.TransformResult;
import java.time.Duration;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/// A [SharedBatchAdapter] asked in numbers and words, without waiting.
final class AdapterProbe {
    private static final int MOST = 10;
    // made beforehand, so that Lincheck explores the adapter and not the making of rows
    private static final List<Row> ROWS = numbered(value -> Row.of("value", value));
    private static final List<TokenInfo> TOKENS = numbered(visit -> new TokenInfo("run", visit, 0));
    private static final List<String> STATES =
            numbered(visit -> TOKENS.get(visit).stateId(0, 1));

    private final Set<Object> late = Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));
    private final SharedBatchAdapter adapter =
            new SharedBatchAdapter(MOST, (_, _, answer) -> late.add(unwrapped(answer)));
    private final Map<Integer, RowWaiter> waiters = new ConcurrentHashMap<>();

    static String word(int answer) {
        return answer < 0 ? "defect" : "value " + answer;
    }

    boolean register(int visit) {
        try {
            waiters.put(visit, adapter.register(TOKENS.get(visit), STATES.get(visit)));
            return true;
        } catch (TransformDefect _) {
            return false;
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    /// True when a waiter took it, false when it was late.
    boolean emit(int visit, int value) {
        var result = TransformResult.success(ROWS.get(value));
        adapter.emit(TOKENS.get(visit), STATES.get(visit), result);
        return !late.contains(result);
    }

    boolean fail(int visit) {
        var defect = new IllegalStateException("worker");
        adapter.fail(TOKENS.get(visit), STATES.get(visit), defect);
        return !late.contains(defect);
    }

    String await(int visit) {
        RowWaiter waiter = waiters.remove(visit);
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
        return result instanceof TransformResult.Success(var row) ? "value " + row.get("value") : "no success";
    }

    private static Object unwrapped(RowWaiter.Answer answer) {
        return switch (answer) {
            case RowWaiter.Answer.Result(var result) -> result;
            case RowWaiter.Answer.Defect(var cause) -> cause;
        };
    }

    private static <T> List<T> numbered(IntFunction<T> make) {
        return IntStream.range(0, MOST).mapToObj(make).toList();
    }
}
