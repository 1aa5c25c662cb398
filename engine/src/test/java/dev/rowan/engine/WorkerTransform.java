package dev.rowan.engine;

import dev.rowan.api.CallScope;
import dev.rowan.api.Row;
import dev.rowan.api.plugin.BatchTransform;
import dev.rowan.api.plugin.OutputPort;
import dev.rowan.api.plugin.PluginContext;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A batch transform with its own workers: one for each row, which answers through the output port or fails.
///
/// Its scope owns the workers. Shared state: two counters; the port is set before the first row.
public final class WorkerTransform implements BatchTransform {
    private final Limits limits;
    private final Work work;
    private final CallScope workers = CallScope.open("worker");
    private final AtomicInteger accepted = new AtomicInteger();
    private @Nullable OutputPort output;

    /// The maximum number of pending rows, and the answer timeout of each visit.
    public record Limits(int maxPending, Supplier<Optional<Duration>> answerWithin) {
        public static final Limits USUAL = pending(30);

        public static Limits pending(int most) {
            return new Limits(most, Optional::empty);
        }

        /// The timeouts of visits in the order of their start; later ones have the last.
        public static Limits answeredWithin(Duration... times) {
            var visit = new AtomicInteger();
            return new Limits(30, () -> Optional.of(times[Math.min(visit.getAndIncrement(), times.length - 1)]));
        }
    }

    /// What a worker does for one row.
    public interface Work {
        void answer(Row row, PluginContext context, OutputPort output) throws Exception;
    }

    public WorkerTransform(Limits limits, Work work) {
        this.limits = limits;
        this.work = work;
    }

    @Override
    public void connectOutput(OutputPort port, int maxPending) {
        output = port;
    }

    @Override
    public void accept(Row row, PluginContext context) {
        OutputPort port = output;
        if (port == null) {
            throw new IllegalStateException("a row came before the output port");
        }
        accepted.incrementAndGet();
        workers.start(() -> answer(row, context, port));
    }

    private void answer(Row row, PluginContext context, OutputPort port) {
        try {
            work.answer(row, context, port);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (Throwable defect) {
            port.fail(context.token(), context.stateId(), defect);
        }
    }

    @Override
    public int maxPending() {
        return limits.maxPending();
    }

    @Override
    public Optional<Duration> answerTimeout() {
        return limits.answerWithin().get();
    }

    @Override
    public Map<String, Object> batchMetrics() {
        return Map.of("accepted", accepted.get());
    }

    @Override
    public void close() {
        workers.close();
    }
}
