package dev.rowan.engine.pool;

import java.util.OptionalLong;

/// A request as the pacer sees it.
///
/// `tokens` is what it is expected to use and `maxTokens` what it can use at most; it is not sent before `readyAt`, a
/// monotonic time in nanoseconds. `row` is the number of its row. It was let in `attempts` times before. A retry whose
/// budget ends is given up when it was not let in by `expiresAt`, in nanoseconds of the pacer's running time: the
/// monotonic time without that in which nothing is sent.
public record PacerRequest(long tokens, long maxTokens, long readyAt, long row, int attempts, OptionalLong expiresAt) {

    /// A first attempt.
    static PacerRequest first(long tokens, long mostTokens, long readyAt) {
        return new PacerRequest(tokens, mostTokens, readyAt, 0, 0, OptionalLong.empty());
    }

    boolean retry() {
        return attempts > 0;
    }
}
