package dev.rowan.providers.cache;

import dev.rowan.api.Time;
import java.time.Duration;

/// Lets the first call with a prefix go alone, so that the others read what it has written: a cold pool of 64 would
/// write 64 times. The others wait until it is answered, for five seconds at most, and hold no permit meanwhile.
public record CacheWarmup(CachePolicy policy, Time time) {
    private static final Duration STEP = Duration.ofMillis(20);

    /// A call that may be interrupted.
    @FunctionalInterface
    public interface Sending<T> {
        T send() throws InterruptedException;
    }

    public <T> T send(Sending<T> calls) throws InterruptedException {
        CachePolicy.Turn turn = policy.turn();
        while (turn == CachePolicy.Turn.WAITS) {
            time.sleep(STEP);
            turn = policy.turn();
        }
        try {
            return calls.send();
        } finally {
            if (turn == CachePolicy.Turn.FIRST) {
                policy.firstEnded();
            }
        }
    }
}
