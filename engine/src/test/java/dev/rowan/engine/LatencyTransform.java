package dev.rowan.engine;

import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.plugin.PluginContext;
import dev.rowan.api.plugin.RowTransform;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/// A transform that delays each row and passes it on unchanged. It counts the rows in flight.
///
/// Shared state: two counters.
public final class LatencyTransform implements RowTransform {
    private final Wait wait;
    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicInteger peak = new AtomicInteger();

    /// What a row waits for.
    public interface Wait {
        void pause(Row row, PluginContext context) throws InterruptedException;
    }

    private LatencyTransform(Wait wait) {
        this.wait = wait;
    }

    public static LatencyTransform waiting(Wait wait) {
        return new LatencyTransform(wait);
    }

    /// Delays each row by this much, by the run's clock.
    public static LatencyTransform of(Duration latency) {
        return new LatencyTransform((_, context) -> context.time().sleep(latency));
    }

    /// Each row waits until `rows` of them are in flight.
    public static LatencyTransform untilTogether(int rows) {
        var together = new CountDownLatch(rows);
        return new LatencyTransform((_, _) -> {
            together.countDown();
            together.await();
        });
    }

    /// The maximum number of rows in flight.
    public int peak() {
        return peak.get();
    }

    public int inside() {
        return inside.get();
    }

    @Override
    public TransformResult process(Row row, PluginContext context) throws InterruptedException {
        int now = inside.incrementAndGet();
        peak.accumulateAndGet(now, Math::max);
        try {
            wait.pause(row, context);
            return TransformResult.success(row);
        } finally {
            inside.decrementAndGet();
        }
    }
}
