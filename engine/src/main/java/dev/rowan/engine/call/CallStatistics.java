package dev.rowan.engine.call;

import dev.rowan.api.call.Usd;
import dev.rowan.engine.pool.PaceState;
import dev.rowan.landscape.history.CallTotals;
import dev.rowan.landscape.record.CallCost;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.LogEntry.CallState;
import dev.rowan.landscape.record.Sample;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/// The statistics of a run's calls, in this process and earlier ones. Shared state: counters that only increase.
public final class CallStatistics {
    private final LongAdder answered = new LongAdder();
    private final LongAdder attempts = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAdder reused = new LongAdder();
    private final CostCounter costs = new CostCounter();

    private CallStatistics() {}

    /// Continues the counts of earlier processes: from the recorded calls, and from the last `sample`, which has
    /// the number of rate-limited attempts.
    public static CallStatistics after(CallTotals before, Optional<Sample> sample) {
        var statistics = new CallStatistics();
        before.attempts().forEach(statistics::count);
        sample.ifPresent(last -> statistics.refused.add(
                last.nodes().stream().mapToLong(Sample.Node::refused).sum()));
        statistics.reused.add(before.reused());
        statistics.costs.add(before.costs());
        return statistics;
    }

    /// The figures at one moment: calls answered, attempts sent, attempts rate-limited, their cost, what is
    /// reserved for those in flight, the cap on both, and the pace of each service. `simulated` means that the
    /// simulator answers; `reused` counts the calls that took a recorded answer of an earlier run.
    public record Snapshot(
            long answered,
            long attempts,
            long refused,
            CallCost cost,
            Usd reserved,
            Optional<Usd> cap,
            boolean simulated,
            List<ServicePace> paces,
            long reused) {
        public static final Snapshot NONE =
                new Snapshot(0, 0, 0, CallCost.of(Usd.ZERO, true), Usd.ZERO, Optional.empty(), false, List.of(), 0);

        public Snapshot {
            paces = List.copyOf(paces);
        }

        /// The cost of ended attempts, and of batches that were created twice by mistake.
        public Usd spent() {
            return cost.counted();
        }
    }

    /// The pace of the service at an address.
    public record ServicePace(String address, PaceState pace) {}

    /// Counts an ended attempt.
    void ended(LogEntry.CallEnded end) {
        count(end.state(), 1);
        costs.add(end);
    }

    private void count(CallState state, long ended) {
        switch (state) {
            case ANSWERED -> {
                attempts.add(ended);
                answered.add(ended);
            }
            case REJECTED, UNKNOWN -> attempts.add(ended);
            case NOT_SENT -> {
                // nothing left this machine
            }
        }
    }

    void rateLimited() {
        refused.increment();
    }

    void reused() {
        reused.increment();
    }

    Snapshot snapshot(Budget budget, boolean simulated, List<ServicePace> paces) {
        CallCost ended = costs.sum();
        return new Snapshot(
                answered.sum(),
                attempts.sum(),
                refused.sum(),
                new CallCost(budget.spent(), ended.worst(), ended.uncertain(), ended.unpriced()),
                budget.reserved(),
                budget.cap(),
                simulated,
                paces,
                reused.sum());
    }
}
