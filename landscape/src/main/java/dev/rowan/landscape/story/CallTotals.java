package dev.rowan.landscape.story;

import dev.rowan.api.call.Usd;
import dev.rowan.landscape.record.Entry.CallState;
import java.util.Map;

/// What the calls of a run add up to.
///
/// `attempts` counts the attempts that have ended, by state; `open` those that have not, and `reserved` is
/// what these may cost at most. `cost` is what is counted for the ended ones; `costKnown` says that none of
/// it is a worst case. Tokens are those that the providers counted. `jobs` is the part of it that batch
/// services have: its attempts are counted in `open` and their worst case in `reserved` too. `reused` calls took the
/// recorded answer of an earlier run; they are not among `calls` and cost nothing.
public record CallTotals(
        long calls,
        Map<CallState, Long> attempts,
        long open,
        long inputTokens,
        long outputTokens,
        Usd cost,
        boolean costKnown,
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
        this(calls, attempts, open, inputTokens, outputTokens, cost, costKnown, reserved, InJobs.NONE, 0);
    }

    /// Calls that batch services have or will get: `parked` ones were in no job yet, `open` attempts are part
    /// of jobs that have not settled them and may cost `reserved` at most.
    public record InJobs(long parked, long open, Usd reserved) {
        public static final InJobs NONE = new InJobs(0, 0, Usd.ZERO);
    }

    public CallTotals {
        attempts = Map.copyOf(attempts);
    }

    /// How many open attempts are not part of a job.
    public long openInRealTime() {
        return open - jobs.open();
    }

    /// The most that the calls so far can have cost.
    public Usd spent() {
        return cost.plus(reserved);
    }
}
