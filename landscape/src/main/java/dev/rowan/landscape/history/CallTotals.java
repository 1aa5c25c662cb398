package dev.rowan.landscape.history;

import dev.rowan.api.call.Usd;
import dev.rowan.landscape.record.CallCost;
import dev.rowan.landscape.record.LogEntry.CallState;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/// The totals of a run's calls.
///
/// `attempts` counts ended attempts by state; `open` those that have not ended, with the maximum cost `reserved`.
/// `costs` is the cost of the ended ones. Tokens are as counted by the providers. `jobs` is the part at batch
/// services: its attempts are included in `open` and their worst case in `reserved`. `reused` calls took the
/// recorded answer of an earlier run, `shared` ones that of a call of this run; they are not included in `calls` and
/// cost nothing. `saved` is what those answers cost when they were paid for, as far as known. `cache` is the
/// part of the input in prompt caches.
public record CallTotals(
        long calls,
        Map<CallState, Long> attempts,
        long open,
        long inputTokens,
        long outputTokens,
        CallCost costs,
        Usd reserved,
        InJobs jobs,
        long reused,
        long shared,
        Usd saved,
        CacheTotals cache) {
    public static final CallTotals NONE =
            new CallTotals(0, Map.of(), 0, 0, 0, CallCost.of(Usd.ZERO, true), Usd.ZERO, CallTotals.InJobs.NONE, 0);

    /// The totals of a run whose calls share no answers and use no prompt caches.
    public CallTotals(
            long calls,
            Map<CallState, Long> attempts,
            long open,
            long inputTokens,
            long outputTokens,
            CallCost costs,
            Usd reserved,
            InJobs jobs,
            long reused) {
        this(
                calls,
                attempts,
                open,
                inputTokens,
                outputTokens,
                costs,
                reserved,
                jobs,
                reused,
                0,
                Usd.ZERO,
                CacheTotals.NONE);
    }

    /// The part of `inputTokens` that was read from prompt caches and written to them.
    public record CacheTotals(long read, long written) {
        public static final CacheTotals NONE = new CacheTotals(0, 0);
    }

    /// Batch calls: `parked` ones are in no job yet, `open` attempts are in jobs that have not settled them, with
    /// the maximum cost `reserved`. `unpriced` of these have no price.
    public record InJobs(long parked, long open, Usd reserved, long unpriced) {
        public static final InJobs NONE = new InJobs(0, 0, Usd.ZERO, 0);
    }

    public CallTotals {
        attempts = Map.copyOf(attempts);
    }

    /// The number of open attempts outside batch jobs.
    public long openInRealTime() {
        return open - jobs.open();
    }

    /// The counted cost of ended attempts.
    public Usd cost() {
        return costs.counted();
    }

    /// Whether no part of the cost is a worst case or unknown.
    public boolean costKnown() {
        return costs.isKnown();
    }

    /// The number of attempts, ended or open.
    public long allAttempts() {
        return attempts.values().stream().mapToLong(Long::longValue).sum() + open;
    }

    /// The maximum cost of the calls so far, as far as prices are known: spent plus reserved.
    public Usd atMost() {
        return cost().plus(reserved);
    }

    /// `$1.20`, `at most $1.20`, `unknown`, followed by the reserved cost: ` and at most $0.80 more`.
    public String costText(Function<Usd, String> money) {
        boolean unstarted = attempts.isEmpty() && costs.equals(CallCost.NONE) && jobs.unpriced() > 0;
        return (unstarted ? "unknown" : costs.text(money)) + reservedText(money);
    }

    /// ` and at most $0.80 more`; empty if nothing is reserved.
    public String reservedText(Function<Usd, String> money) {
        String known = reserved.equals(Usd.ZERO) ? "" : " and at most " + money.apply(reserved.roundedUp()) + " more";
        return jobs.unpriced() == 0
                ? known
                : known + String.format(Locale.ROOT, ", %,d in batches without a price", jobs.unpriced());
    }
}
