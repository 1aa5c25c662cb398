package dev.rowan.engine.call;

import dev.rowan.api.call.Usd;
import dev.rowan.engine.pool.PaceState;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/// What the calls of a run have come to so far. Shared state: counters that only rise.
public final class CallTally {
    private final LongAdder answered = new LongAdder();
    private final LongAdder attempts = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAdder reused = new LongAdder();

    CallTally() {}

    /// The figures at one moment: calls answered, attempts sent, attempts that met no room, money spent and its cap,
    /// and how fast each service is called. `simulated` says that the built-in simulator answers; `reused`
    /// counts the calls that took a recorded answer of an earlier run.
    public record Snapshot(
            long answered,
            long attempts,
            long refused,
            Usd spent,
            Optional<Usd> cap,
            boolean simulated,
            List<ServicePace> paces,
            long reused) {
        public static final Snapshot NONE = new Snapshot(0, 0, 0, Usd.ZERO, Optional.empty(), false, List.of());

        public Snapshot {
            paces = List.copyOf(paces);
        }

        public Snapshot(
                long answered,
                long attempts,
                long refused,
                Usd spent,
                Optional<Usd> cap,
                boolean simulated,
                List<ServicePace> paces) {
            this(answered, attempts, refused, spent, cap, simulated, paces, 0);
        }
    }

    /// How fast the service at an address is called.
    public record ServicePace(String address, PaceState pace) {}

    void sent() {
        attempts.increment();
    }

    void answered() {
        answered.increment();
    }

    void noRoom() {
        refused.increment();
    }

    void reused() {
        reused.increment();
    }

    Snapshot snapshot(Budget budget, boolean simulated, List<ServicePace> paces) {
        return new Snapshot(
                answered.sum(),
                attempts.sum(),
                refused.sum(),
                budget.spent(),
                budget.cap(),
                simulated,
                paces,
                reused.sum());
    }
}
