package dev.rowan.landscape.history;

import dev.rowan.api.call.Usd;
import dev.rowan.landscape.record.CallCost;
import dev.rowan.landscape.record.LogEntry.CallState;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/// What the calls of a run add up to.
///
/// `attempts` counts the attempts that have ended, by state; `open` those that have not, and `reserved` is
/// what these may cost at most. `costs` is what the ended ones cost. Tokens are those that the providers counted.
/// `jobs` is the part of it that batch services have: its attempts are counted in `open` and their worst case in
/// `reserved` too. `reused` calls took the recorded answer of an earlier run; they are not among `calls` and cost
/// nothing.
public record CallTotals(
        long calls,
        Map<CallState, Long> attempts,
        long open,
        long inputTokens,
        long outputTokens,
        CallCost costs,
        Usd reserved,
        InJobs jobs,
        long reused) {
    public static final CallTotals NONE = new CallTotals(0, Map.of(), 0, 0, 0, Usd.ZERO, true, Usd.ZERO);

    /// The calls of a run without jobs of batch services.
    public CallTotals(
            long calls,
            Map<CallState, Long> attempts,
            long open,
            long inputTokens,
            long outputTokens,
            Usd cost,
            boolean costKnown,
            Usd reserved) {
        this(calls, attempts, open, inputTokens, outputTokens, CallCost.of(cost, costKnown), reserved, InJobs.NONE, 0);
    }

    /// Calls that batch services have or will get: `parked` ones were in no job yet, `open` attempts are part
    /// of jobs that have not settled them and may cost `reserved` at most. Of these `unpriced` have no price.
    public record InJobs(long parked, long open, Usd reserved, long unpriced) {
        public static final InJobs NONE = new InJobs(0, 0, Usd.ZERO);

        /// Calls whose prices are all known.
        public InJobs(long parked, long open, Usd reserved) {
            this(parked, open, reserved, 0);
        }
    }

    public CallTotals {
        attempts = Map.copyOf(attempts);
    }

    /// How many open attempts are not part of a job.
    public long openInRealTime() {
        return open - jobs.open();
    }

    /// What is counted for the attempts that have ended.
    public Usd cost() {
        return costs.counted();
    }

    /// Whether nothing of the cost is a worst case or unknown.
    public boolean costKnown() {
        return costs.isKnown();
    }

    /// How many attempts there were, with and without an end.
    public long allAttempts() {
        return attempts.values().stream().mapToLong(Long::longValue).sum() + open;
    }

    /// The most that the calls so far can have cost, as far as their prices are known: what is spent, and what is
    /// reserved.
    public Usd atMost() {
        return cost().plus(reserved);
    }

    /// `$1.20`, `at most $1.20`, `unknown`, and what open attempts may add: ` and at most $0.80 more`.
    public String costWords(Function<Usd, String> money) {
        boolean unstarted = attempts.isEmpty() && costs.equals(CallCost.NONE) && jobs.unpriced() > 0;
        return (unstarted ? "unknown" : costs.words(money)) + reservedWords(money);
    }

    /// ` and at most $0.80 more`; empty when nothing is reserved.
    public String reservedWords(Function<Usd, String> money) {
        String known = reserved.equals(Usd.ZERO) ? "" : " and at most " + money.apply(reserved.roundedUp()) + " more";
        return jobs.unpriced() == 0
                ? known
                : known + String.format(Locale.ROOT, ", %,d in batches without a price", jobs.unpriced());
    }
}
