package dev.rowan.engine.call;

import dev.rowan.landscape.record.CallCost;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.Sample;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/// The statistics of one node's calls. Shared state: counters that only increase.
public final class NodeCallStatistics {
    private static final long[] CLASSES =
            Sample.LATENCY_MILLIS.stream().mapToLong(millis -> millis * 1_000L).toArray();

    private final LongAdder attempts = new LongAdder();
    private final LongAdder answered = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAdder pacerMicros = new LongAdder();
    private final LongAdder permitMicros = new LongAdder();
    private final LongAdder wireMicros = new LongAdder();
    private final LongAdder inputTokens = new LongAdder();
    private final LongAdder outputTokens = new LongAdder();
    private final AnswerModels models = new AnswerModels();
    private final CostCounter costs = new CostCounter();
    private final LongAdder[] latency =
            Stream.generate(LongAdder::new).limit(CLASSES.length + 1L).toArray(LongAdder[]::new);

    NodeCallStatistics() {}

    /// The figures at one moment; times in microseconds. `latency` is the histogram of answered attempts by
    /// [Sample#LATENCY_MILLIS].
    public record Snapshot(
            long attempts,
            long answered,
            long refused,
            long pacerMicros,
            long permitMicros,
            long wireMicros,
            long inputTokens,
            long outputTokens,
            CallCost cost,
            List<Long> latency) {
        public Snapshot {
            latency = List.copyOf(latency);
        }
    }

    /// Counts an ended attempt. One in a batch job has no latency.
    void ended(LogEntry.CallEnded end) {
        switch (end.state()) {
            case ANSWERED -> {
                attempts.increment();
                answered.increment();
                models.served(end.billing().model());
                if (end.job().isEmpty()) {
                    latency[classOf(end.times().wireMicros())].increment();
                }
            }
            case REJECTED, UNKNOWN -> attempts.increment();
            case NOT_SENT -> {
                // nothing left this machine
            }
        }
        add(pacerMicros, end.times().pacerMicros());
        add(permitMicros, end.times().permitMicros());
        add(wireMicros, end.times().wireMicros());
        add(inputTokens, end.usage().input().orElse(0L));
        add(outputTokens, end.usage().output().orElse(0L));
        costs.add(end);
    }

    private static void add(LongAdder sum, long more) {
        if (more != 0) {
            sum.add(more);
        }
    }

    /// Counts a call that took an answer of an earlier run, which `model` gave.
    void reused(Optional<String> model) {
        models.reused(model);
    }

    AnswerModels models() {
        return models;
    }

    /// Counts a rate-limited attempt.
    void rateLimited() {
        refused.increment();
    }

    /// The first bucket whose bound is not below so long.
    private static int classOf(long wireMicros) {
        int found = Arrays.binarySearch(CLASSES, wireMicros);
        return found >= 0 ? found : -found - 1;
    }

    Snapshot snapshot() {
        return new Snapshot(
                attempts.sum(),
                answered.sum(),
                refused.sum(),
                pacerMicros.sum(),
                permitMicros.sum(),
                wireMicros.sum(),
                inputTokens.sum(),
                outputTokens.sum(),
                costs.sum(),
                Stream.of(latency).map(LongAdder::sum).toList());
    }
}
