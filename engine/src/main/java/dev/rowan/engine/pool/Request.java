package dev.rowan.engine.pool;

/// A request as the pacer sees it.
///
/// `tokens` is what it is expected to use and `mostTokens` what it can use at most; it is not sent before `readyAt`, a
/// monotonic time in nanoseconds. `row` is the number of its row. It was let in `attempts` times before.
public record Request(long tokens, long mostTokens, long readyAt, long row, int attempts) {

    /// A first attempt.
    static Request first(long tokens, long mostTokens, long readyAt) {
        return new Request(tokens, mostTokens, readyAt, 0, 0);
    }

    boolean retry() {
        return attempts > 0;
    }
}
