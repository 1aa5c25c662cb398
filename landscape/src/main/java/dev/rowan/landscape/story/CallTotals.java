package dev.rowan.landscape.story;

import dev.rowan.api.call.Usd;
import dev.rowan.landscape.record.Entry.CallState;
import java.util.Map;

/// What the calls of a run add up to.
///
/// `attempts` counts the attempts that have ended, by state; `open` those that have not, and `reserved` is what these
/// may cost at most. `cost` is what is counted for the ended ones; `costKnown` says that none of it is a worst case.
/// Tokens are those that the providers counted.
public record CallTotals(
        long calls,
        Map<CallState, Long> attempts,
        long open,
        long inputTokens,
        long outputTokens,
        Usd cost,
        boolean costKnown,
        Usd reserved) {
    public static final CallTotals NONE = new CallTotals(0, Map.of(), 0, 0, 0, Usd.ZERO, true, Usd.ZERO);

    public CallTotals {
        attempts = Map.copyOf(attempts);
    }

    /// The most that the calls so far can have cost.
    public Usd spent() {
        return cost.plus(reserved);
    }
}
