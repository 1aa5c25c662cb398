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
    private final LongAdder shared = new LongAdder();
    private final LongAdder savedPico = new LongAdder();
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
        statistics.shared.add(before.shared());
        statistics.savedPico.add(before.saved().pico());
        statistics.costs.add(before.costs());
        return statistics;
    }

    /// The figures at one moment: calls answered, attempts sent, attempts rate-limited, their cost, what is
    /// reserved for those in flight, the cap on both, and the pace of each service. `simulated` means that the
    /// simulator answers; `reused` counts the calls that took a recorded answer of an earlier run, `shared` those
    /// that took that of an equal call; `saved` is what these answers cost when they were paid for.
    public record Snapshot(
            long answered,
            long attempts,
            long refused,
            CallCost cost,
            Usd reserved,
            Optional<Usd> cap,
            boolean simulated,
            List<ServicePace> paces,
            long reused,
            long shared,
            Usd saved) {
        public static final Snapshot NONE = new Snapshot(
                0, 0, 0, CallCost.of(Usd.ZERO, true), Usd.ZERO, Optional.empty(), false, List.of(), 0, 0, Usd.ZERO);

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

    /// A call took the answer of an earlier run, which had this cost.
    void reused(Optional<Usd> cost) {
        reused.increment();
        cost.ifPresent(of -> savedPico.add(of.pico()));
    }

    /// A call took the answer of an equal one of this run.
    void shared(Optional<Usd> cost) {
        shared.increment();
        cost.ifPresent(of -> savedPico.add(of.pico()));
    }

    /// What is on record, without calls in flight.
    public Snapshot recorded() {
        return new Snapshot(
                answered.sum(),
                attempts.sum(),
                refused.sum(),
                costs.sum(),
                Usd.ZERO,
                Optional.empty(),
                false,
                List.of(),
                reused.sum(),
                shared.sum(),
                new Usd(savedPico.sum()));
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
                reused.sum(),
                shared.sum(),
                new Usd(savedPico.sum()));
    }
}
