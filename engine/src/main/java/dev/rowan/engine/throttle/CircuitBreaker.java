package dev.rowan.engine.throttle;

import java.time.Duration;
import java.util.Optional;

/// Stops the requests to a service that cannot succeed: the key is dead, the credit is gone, everything is refused
/// without end, or too many answers cannot be read.
///
/// Closed, it lets everything through. Open, it refuses with its cause until the cool-down ends; then it is half open:
/// one request goes through as a probe. An answer that can be read closes it and all counts begin anew; any other end
/// of
/// the probe opens it again, for twice the cool-down up to the longest. It reads no clock, and is owned by one thread,
/// or by the lock of the one who shares it.
public final class CircuitBreaker {
    /// How many of the last answers are looked at, and how many of them may be unreadable.
    private static final int ANSWERS = 50;

    private static final int MOST_UNREADABLE = 10;

    private final Settings settings;
    private int unauthorized;
    private Optional<Long> refusedSince = Optional.empty();
    private long unreadable;
    private Optional<Cause> cause = Optional.empty();
    private Duration coolDown;
    private long openUntil;
    private boolean probing;

    /// When the key counts as dead, how long everything may be refused, and the shortest and longest cool-down.
    public record Settings(int unauthorizedInARow, Duration refused, Duration coolDown, Duration longestCoolDown) {
        public static final Settings USUAL =
                new Settings(3, Duration.ofMinutes(30), Duration.ofSeconds(30), Duration.ofMinutes(10));

        public Settings {
            if (unauthorizedInARow < 1 || coolDown.compareTo(longestCoolDown) > 0) {
                throw new IllegalArgumentException(
                        "need at least one unauthorized answer, and a cool-down no longer than the longest");
            }
        }
    }

    /// Why it is open.
    public enum Cause {
        /// 401 or 403 several times in a row.
        DEAD_KEY,
        /// 402, or a refusal that says `insufficient_quota`.
        NO_CREDIT,
        /// Nothing but capacity errors for a long time.
        ENDLESS_REFUSAL,
        /// More than a fifth of the last fifty answers could not be read.
        UNREADABLE_ANSWERS
    }

    /// The answer to one who wants to send a request.
    public sealed interface Leave {
        /// It may go; a probe decides whether others may follow.
        record Granted(boolean probe) implements Leave {}

        record Denied(Cause cause) implements Leave {}
    }

    /// How a request ended.
    public sealed interface End {
        /// A complete answer; `readable` says whether it could be parsed.
        record Answered(boolean readable) implements End {}

        record Unauthorized() implements End {}

        record NoCredit() implements End {}

        /// A capacity error.
        record Refused() implements End {}

        /// Anything else: it says nothing about the service as a whole.
        record Failed() implements End {}
    }

    public CircuitBreaker(Settings settings) {
        this.settings = settings;
        this.coolDown = settings.coolDown;
    }

    /// Asks for leave to send a request now. Every request that got leave has to end in [#ended].
    public Leave ask(long now) {
        if (cause.isEmpty()) {
            return new Leave.Granted(false);
        }
        if (probing || now < openUntil) {
            return new Leave.Denied(cause.get());
        }
        probing = true;
        return new Leave.Granted(true);
    }

    /// Takes in how a request ended, at a monotonic time in nanoseconds.
    public void ended(Leave.Granted leave, End end, long now) {
        if (leave.probe() && cause.isPresent()) {
            probed(end, cause.get(), now);
        }
        if (leave.probe() || cause.isPresent()) {
            return; // the others were on their way when it opened
        }
        switch (end) {
            case End.Answered(boolean readable) -> answered(readable, now);
            case End.Unauthorized _ -> {
                unauthorized++;
                if (unauthorized >= settings.unauthorizedInARow) {
                    open(Cause.DEAD_KEY, now);
                }
            }
            case End.NoCredit _ -> open(Cause.NO_CREDIT, now);
            case End.Refused _ -> refused(now);
            case End.Failed _ -> {}
        }
    }

    private void answered(boolean readable, long now) {
        unauthorized = 0;
        refusedSince = Optional.empty();
        unreadable = ((unreadable << 1) | (readable ? 0 : 1)) & ((1L << ANSWERS) - 1);
        if (Long.bitCount(unreadable) > MOST_UNREADABLE) {
            open(Cause.UNREADABLE_ANSWERS, now);
        }
    }

    private void refused(long now) {
        long since = refusedSince.orElse(now);
        refusedSince = Optional.of(since);
        if (now - since >= settings.refused.toNanos()) {
            open(Cause.ENDLESS_REFUSAL, now);
        }
    }

    private void probed(End end, Cause before, long now) {
        probing = false;
        if (end instanceof End.Answered(boolean readable) && readable) {
            cause = Optional.empty();
            coolDown = settings.coolDown;
            unauthorized = 0;
            refusedSince = Optional.empty();
            unreadable = 0;
        } else {
            Duration doubled = coolDown.multipliedBy(2);
            coolDown = doubled.compareTo(settings.longestCoolDown) > 0 ? settings.longestCoolDown : doubled;
            open(before, now);
        }
    }

    private void open(Cause why, long now) {
        cause = Optional.of(why);
        openUntil = now + coolDown.toNanos();
    }
}
