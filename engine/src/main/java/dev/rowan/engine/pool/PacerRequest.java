package dev.rowan.engine.pool;

import java.util.OptionalLong;

/// A request as the pacer sees it.
///
/// `tokens` is its expected and `maxTokens` its maximum usage; it is not sent before `readyAt`, a monotonic time in
/// nanoseconds. `row` is its row number. It was admitted `attempts` times before. A retry expires if it is not
/// admitted by `expiresAt`, in nanoseconds of the pacer's running time: the monotonic time without that in which
/// nothing is sent.
public record PacerRequest(long tokens, long maxTokens, long readyAt, long row, int attempts, OptionalLong expiresAt) {

    /// A first attempt.
    static PacerRequest first(long tokens, long maxTokens, long readyAt) {
        return new PacerRequest(tokens, maxTokens, readyAt, 0, 0, OptionalLong.empty());
    }

    boolean retry() {
        return attempts > 0;
    }
}
