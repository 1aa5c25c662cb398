package dev.rowan.engine.throttle;

import dev.rowan.api.call.Receipt;
import java.time.Duration;
import java.util.Optional;

/// Opens when a service cannot succeed: invalid key, no credit, everything refused for too long, or too many
/// unreadable answers. It stays open: the run stops and can be resumed when the cause is fixed.
/// It reads no clock; owned by one thread or guarded by its owner's lock.
public final class CircuitBreaker {
    /// The window of answers, and how many of them may be unreadable.
    private static final int ANSWERS = 50;

    private static final int MOST_UNREADABLE = 10;

    private final Settings settings;
    private int unauthorized;
    private Optional<Long> refusedSince = Optional.empty();
    private long unreadable;
    private Optional<Cause> cause = Optional.empty();

    /// The number of consecutive unauthorized replies, and how long everything may be refused.
    public record Settings(int unauthorizedInARow, Duration refused) {
        public static final Settings USUAL = new Settings(3, Duration.ofMinutes(30));

        public Settings {
            if (unauthorizedInARow < 1) {
                throw new IllegalArgumentException("unauthorizedInARow must be at least 1, got " + unauthorizedInARow);
            }
        }
    }

    /// Why it opened.
    public enum Cause {
        /// 401 or 403 several times with no success between.
        DEAD_KEY,
        /// 402, or an error with `insufficient_quota`.
        NO_CREDIT,
        /// Only capacity errors for a long time.
        ENDLESS_REFUSAL,
        /// More than a fifth of the last fifty answers could not be read.
        UNREADABLE_ANSWERS
    }

    public CircuitBreaker(Settings settings) {
        this.settings = settings;
    }

    /// Records the result of a request, at a monotonic time in nanoseconds.
    public Optional<Cause> record(Receipt.Disposition disposition, long now) {
        if (cause.isEmpty()) {
            cause = judged(disposition, now);
        }
        return cause;
    }

    public Optional<Cause> tripped() {
        return cause;
    }

    private Optional<Cause> judged(Receipt.Disposition disposition, long now) {
        if (disposition != Receipt.Disposition.CAPACITY) {
            refusedSince = Optional.empty();
        }
        return switch (disposition) {
            case ANSWERED -> answered(0);
            case UNREADABLE -> answered(1);
            case DEAD_KEY -> when(++unauthorized >= settings.unauthorizedInARow, Cause.DEAD_KEY);
            case NO_CREDIT -> Optional.of(Cause.NO_CREDIT);
            case CAPACITY -> refused(now);
            case RETRYABLE, INVALID -> Optional.empty();
        };
    }

    private Optional<Cause> answered(int damaged) {
        unauthorized = 0;
        unreadable = ((unreadable << 1) | damaged) & ((1L << ANSWERS) - 1);
        return when(Long.bitCount(unreadable) > MOST_UNREADABLE, Cause.UNREADABLE_ANSWERS);
    }

    private Optional<Cause> refused(long now) {
        long since = refusedSince.orElse(now);
        refusedSince = Optional.of(since);
        return when(now - since >= settings.refused.toNanos(), Cause.ENDLESS_REFUSAL);
    }

    private static Optional<Cause> when(boolean holds, Cause cause) {
        return holds ? Optional.of(cause) : Optional.empty();
    }
}
