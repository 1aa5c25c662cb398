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

/// What the calls of a run have come to so far, in this process and those before it. Shared state: counters that only
/// rise.
public final class CallStatistics {
    private final LongAdder answered = new LongAdder();
    private final LongAdder attempts = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAdder reused = new LongAdder();
    private final CostCounter costs = new CostCounter();

    private CallStatistics() {}

    /// Goes on counting where the processes before have left off: by the calls on record, and by the last `sample`,
    /// which tells how many attempts met no room.
    public static CallStatistics after(CallTotals before, Optional<Sample> sample) {
        var tally = new CallStatistics();
        before.attempts().forEach(tally::count);
        sample.ifPresent(last -> tally.refused.add(
                last.nodes().stream().mapToLong(Sample.Node::refused).sum()));
        tally.reused.add(before.reused());
        tally.costs.add(before.costs());
        return tally;
    }

    /// The figures at one moment: calls answered, attempts sent, attempts that met no room, what they cost, what is
    /// reserved for those that have not ended, the cap on both, and how fast each service is called. `simulated`
    /// says that the simulator answers; `reused` counts the calls that took a recorded answer of an earlier run.
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
        public static final Snapshot NONE = new Snapshot(0, 0, 0, Usd.ZERO, Optional.empty(), false, List.of());

        public Snapshot {
            paces = List.copyOf(paces);
        }

        /// One whose costs are all known.
        public Snapshot(
                long answered,
                long attempts,
                long refused,
                Usd spent,
                Optional<Usd> cap,
                boolean simulated,
                List<ServicePace> paces) {
            this(answered, attempts, refused, CallCost.of(spent, true), Usd.ZERO, cap, simulated, paces, 0);
        }

        /// What is counted for the attempts that have ended, and for batches that exist twice by mistake.
        public Usd spent() {
            return cost.counted();
        }
    }

    /// How fast the service at an address is called.
    public record ServicePace(String address, PaceState pace) {}

    /// An attempt has ended, by its record.
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
