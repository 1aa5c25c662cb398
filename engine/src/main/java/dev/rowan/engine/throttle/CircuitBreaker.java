package dev.rowan.engine.throttle;

import dev.rowan.api.call.Receipt;
import java.time.Duration;
import java.util.Optional;

/// Notices that a service cannot succeed: the key is dead, the credit is gone, everything is refused without
/// end, or too many answers cannot be read. Once tripped it stays so: the run stops and can be resumed when
/// that is mended.
///
/// It reads no clock, and is owned by one thread, or by the lock of the one who shares it.
public final class CircuitBreaker {
    /// How many of the last answers are looked at, and how many of them may be unreadable.
    private static final int ANSWERS = 50;

    private static final int MOST_UNREADABLE = 10;

    private final Settings settings;
    private int unauthorized;
    private Optional<Long> refusedSince = Optional.empty();
    private long unreadable;
    private Optional<Cause> cause = Optional.empty();

    /// After how many refusals of the key it counts as dead, and for how long everything may be refused.
    public record Settings(int unauthorizedInARow, Duration refused) {
        public static final Settings USUAL = new Settings(3, Duration.ofMinutes(30));

        public Settings {
            if (unauthorizedInARow < 1) {
                throw new IllegalArgumentException("need at least one refusal of the key, got " + unauthorizedInARow);
            }
        }
    }

    /// Why it tripped.
    public enum Cause {
        /// 401 or 403 several times with no success between.
        DEAD_KEY,
        /// 402, or a refusal that says `insufficient_quota`.
        NO_CREDIT,
        /// Nothing but capacity errors for a long time.
        ENDLESS_REFUSAL,
        /// More than a fifth of the last fifty answers could not be read.
        UNREADABLE_ANSWERS
    }

    public CircuitBreaker(Settings settings) {
        this.settings = settings;
    }

    /// Takes in how the service took a request, at a monotonic time in nanoseconds.
    public Optional<Cause> told(Receipt.Disposition standing, long now) {
        if (cause.isEmpty()) {
            cause = judged(standing, now);
        }
        return cause;
    }

    public Optional<Cause> tripped() {
        return cause;
    }

    private Optional<Cause> judged(Receipt.Disposition standing, long now) {
        if (standing != Receipt.Disposition.CAPACITY) {
            refusedSince = Optional.empty();
        }
        return switch (standing) {
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
