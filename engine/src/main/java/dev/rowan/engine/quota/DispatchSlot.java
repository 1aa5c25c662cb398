package dev.rowan.engine.quota;

/// What a process dispatched in one slot of its time, and how these requests ended so far. Counts only grow, so a slot
/// can be reported again and again.
///
/// `slot` is the number of the slot by the process's monotonic clock, `quota` that of the quota in use when it began;
/// `tokens` and `refusedTokens` are expected tokens;
/// `retryAfterMillis` is the longest `Retry-After` of the refusals, `budgetWaitMillis` the longest wait for a budget in
/// the headers, 0 if there was none.
public record DispatchSlot(
        long slot,
        long quota,
        int dispatched,
        long tokens,
        int succeeded,
        int refused,
        long refusedTokens,
        int failed,
        long retryAfterMillis,
        long budgetWaitMillis) {
    /// The length of a slot in nanoseconds.
    public static final long NANOS = 25_000_000;

    /// The slot of a monotonic time.
    static long of(long nanos) {
        return Math.floorDiv(nanos, NANOS);
    }

    static DispatchSlot empty(long slot, long quota) {
        return new DispatchSlot(slot, quota, 0, 0, 0, 0, 0, 0, 0, 0);
    }

    static DispatchSlot dispatch(long slot, long quota, long tokens) {
        return new DispatchSlot(slot, quota, 1, tokens, 0, 0, 0, 0, 0, 0);
    }

    static DispatchSlot success(long slot, long budgetWaitMillis) {
        return new DispatchSlot(slot, 0, 0, 0, 1, 0, 0, 0, 0, budgetWaitMillis);
    }

    static DispatchSlot refusal(long slot, long tokens, long retryAfterMillis, long budgetWaitMillis) {
        return new DispatchSlot(slot, 0, 0, 0, 0, 1, tokens, 0, retryAfterMillis, budgetWaitMillis);
    }

    static DispatchSlot failure(long slot) {
        return new DispatchSlot(slot, 0, 0, 0, 0, 0, 0, 1, 0, 0);
    }

    DispatchSlot plus(DispatchSlot more) {
        return new DispatchSlot(
                slot,
                quota,
                dispatched + more.dispatched,
                tokens + more.tokens,
                succeeded + more.succeeded,
                refused + more.refused,
                refusedTokens + more.refusedTokens,
                failed + more.failed,
                Math.max(retryAfterMillis, more.retryAfterMillis),
                Math.max(budgetWaitMillis, more.budgetWaitMillis));
    }

    /// What was added to an earlier state of this slot; waits only if they are longer than before.
    DispatchSlot since(DispatchSlot before) {
        return new DispatchSlot(
                slot,
                quota,
                dispatched - before.dispatched,
                tokens - before.tokens,
                succeeded - before.succeeded,
                refused - before.refused,
                refusedTokens - before.refusedTokens,
                failed - before.failed,
                refused > before.refused ? retryAfterMillis : 0,
                budgetWaitMillis > before.budgetWaitMillis ? budgetWaitMillis : 0);
    }

    /// How many requests have not ended.
    int open() {
        return dispatched - ended();
    }

    int ended() {
        return succeeded + refused + failed;
    }
}
