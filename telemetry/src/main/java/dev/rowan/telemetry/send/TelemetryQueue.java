package dev.rowan.telemetry.send;

import dev.rowan.api.CallScope;
import dev.rowan.api.Time;
import dev.rowan.api.call.Wire;
import io.opentelemetry.exporter.otlp.http.metrics.OtlpHttpMetricExporter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/// Exports queued spans and periodic metrics on its own thread.
/// The queue is bounded and never blocks: spans beyond its capacity are dropped and counted. Failed exports are
/// retried at most three times. Shared state: the queue, the counts, the latches, and the last error; everything else
/// belongs to the thread.
public final class TelemetryQueue implements AutoCloseable {
    /// About 10 MiB of spans.
    static final int ROOM = 8_192;

    private static final int TOGETHER = 512;
    private static final long LINGER_NANOS = 1_000_000_000L;
    private static final long LOOK_MILLIS = 100;
    private static final List<Duration> PAUSES =
            List.of(Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(4));

    private final Optional<OtlpHttpSpanExporter> spans;
    private final Optional<OtlpHttpMetricExporter> metrics;
    private final OnDemandReader reader;
    private final Duration interval;
    private final Time time;
    private final BlockingQueue<SpanData> queue = new ArrayBlockingQueue<>(ROOM);
    private final AtomicLong lost = new AtomicLong();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final CountDownLatch done = new CountDownLatch(1);
    private final CallScope scope = CallScope.open("telemetry");
    private volatile boolean metricsLost;
    private boolean lastChance;
    private volatile SendOutcome fate = new SendOutcome.Taken();
    private volatile Optional<String> trouble = Optional.empty();

    private TelemetryQueue(
            Optional<OtlpEndpoint> traces,
            Optional<OtlpEndpoint> measures,
            OnDemandReader reader,
            Duration interval,
            Wire wire,
            Time time) {
        this.spans = traces.map(to -> OtlpHttpSpanExporter.builder()
                .setComponentLoader(WireSender.loader(wire, to, this::note))
                .setEndpoint(to.uri().toString())
                .setCompression(to.gzip() ? "gzip" : "none")
                .build());
        this.metrics = measures.map(to -> OtlpHttpMetricExporter.builder()
                .setComponentLoader(WireSender.loader(wire, to, this::note))
                .setEndpoint(to.uri().toString())
                .setCompression(to.gzip() ? "gzip" : "none")
                .build());
        this.reader = reader;
        this.interval = interval;
        this.time = time;
    }

    /// Starts exporting over `wire`. The metrics of `reader` are exported every `interval` and at the end.
    public static TelemetryQueue open(
            Optional<OtlpEndpoint> traces,
            Optional<OtlpEndpoint> metrics,
            OnDemandReader reader,
            Duration interval,
            Wire wire,
            Time time) {
        var outbox = new TelemetryQueue(traces, metrics, reader, interval, wire, time);
        outbox.scope.start(outbox::work);
        return outbox;
    }

    private void note(SendOutcome what) {
        fate = what;
        if (what instanceof SendOutcome.Refused refused) {
            trouble = Optional.of(refused.why());
        }
    }

    /// Whether spans are exported.
    public boolean takesSpans() {
        return spans.isPresent();
    }

    /// Queues a span if there is capacity.
    public void put(SpanData span) {
        if (!queue.offer(span)) {
            lost.incrementAndGet();
        }
    }

    private void work() {
        try {
            sendUntilClosed();
        } catch (InterruptedException _) {
            // the flush timeout is over
        } finally {
            done.countDown();
        }
    }

    private void sendUntilClosed() throws InterruptedException {
        List<SpanData> together = new ArrayList<>(TOGETHER);
        long first = time.nanos();
        long told = first;
        while (!isClosing() || !queue.isEmpty() || !together.isEmpty()) {
            SpanData next = isClosing() ? queue.poll() : queue.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS);
            if (next != null) {
                if (together.isEmpty()) {
                    first = time.nanos();
                }
                together.add(next);
                queue.drainTo(together, TOGETHER - together.size());
            }
            boolean due = isClosing() || together.size() >= TOGETHER || time.nanos() - first >= LINGER_NANOS;
            if (!together.isEmpty() && due) {
                deliver(together);
                together.clear();
            }
            if (time.nanos() - told >= interval.toNanos()) {
                tellMetrics();
                told = time.nanos();
            }
        }
        tellMetrics();
    }

    private boolean isClosing() {
        return closing.getCount() == 0;
    }

    private void deliver(List<SpanData> together) throws InterruptedException {
        if (spans.isEmpty()) {
            return;
        }
        List<SpanData> batch = List.copyOf(together);
        boolean taken = false;
        try {
            taken = isTaken(() -> spans.get().export(batch));
        } finally {
            if (!taken) {
                lost.addAndGet(batch.size());
            }
        }
    }

    private void tellMetrics() throws InterruptedException {
        if (metrics.isEmpty()) {
            return;
        }
        Collection<MetricData> all = reader.collect();
        metricsLost = true;
        metricsLost = !all.isEmpty() && !isTaken(() -> metrics.get().export(all));
    }

    /// Sends with retries. After close, each remaining batch gets one more attempt.
    private boolean isTaken(Supplier<CompletableResultCode> send) throws InterruptedException {
        for (int tries = 0; ; tries++) {
            if (send.get().isSuccess()) {
                return true;
            }
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            boolean later = fate instanceof SendOutcome.Refused refused && refused.later();
            if (!later || lastChance || tries >= PAUSES.size()) {
                return false;
            }
            if (isClosing()) {
                lastChance = true;
                time.sleep(PAUSES.getFirst());
            } else {
                closing.await(PAUSES.get(tries).toMillis(), TimeUnit.MILLISECONDS);
            }
        }
    }

    /// Flushes for at most `most`. Returns a message about lost data, if any.
    public Optional<String> close(Duration most) throws InterruptedException {
        closing.countDown();
        boolean whole = done.await(most.toMillis(), TimeUnit.MILLISECONDS);
        scope.close();
        long left = lost.get() + queue.size();
        if (left == 0 && !metricsLost) {
            return Optional.empty();
        }
        String what = (left > 0 ? left + " spans" : "")
                + (left > 0 && metricsLost ? " and " : "")
                + (metricsLost ? "the last metrics" : "");
        String why = trouble.orElse(whole ? "more came than could be sent" : "the receiver is slow");
        return Optional.of(what + " did not arrive: " + why);
    }

    @Override
    public void close() {
        closing.countDown();
        scope.close();
    }
}
