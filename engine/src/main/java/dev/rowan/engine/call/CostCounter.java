package dev.rowan.engine.call;

import dev.rowan.api.call.Usd;
import dev.rowan.landscape.record.CallCost;
import dev.rowan.landscape.record.LogEntry;
import java.util.concurrent.atomic.LongAdder;

/// The cost of attempts so far. Shared state: counters that only increase.
final class CostCounter {
    private final LongAdder counted = new LongAdder();
    private final LongAdder worst = new LongAdder();
    private final LongAdder uncertain = new LongAdder();
    private final LongAdder unpriced = new LongAdder();

    void add(LogEntry.CallEnded end) {
        add(CallCost.of(end.cost(), end.costKnown()));
    }

    void add(CallCost cost) {
        add(counted, cost.counted().pico());
        add(worst, cost.worst().pico());
        add(uncertain, cost.uncertain());
        add(unpriced, cost.unpriced());
    }

    private static void add(LongAdder sum, long more) {
        if (more != 0) {
            sum.add(more);
        }
    }

    CallCost sum() {
        return new CallCost(usd(counted), usd(worst), uncertain.sum(), unpriced.sum());
    }

    private static Usd usd(LongAdder pico) {
        return new Usd(Math.max(0, pico.sum()));
    }
}
