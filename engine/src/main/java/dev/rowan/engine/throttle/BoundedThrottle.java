package dev.rowan.engine.throttle;

import dev.rowan.api.call.RateHints;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A throttle that also keeps what the service asked for and what the user declared: it waits out a
/// `Retry-After`, up to a ceiling, and goes no faster than the declared requests and tokens a minute.
public final class BoundedThrottle implements Throttle {
    /// The longest wait that a service may ask for in one answer.
    public static final Duration CEILING = Duration.ofMinutes(10);

    /// How far a late dispatch may be made up for by the next ones, in nanoseconds.
    private static final long SLACK = 5_000_000;

    private final Throttle law;
    private Limits limits;
    private long heldUntil = Long.MIN_VALUE;
    private long freeAt = Long.MIN_VALUE;
    private long freeFrom = Long.MIN_VALUE;
    private @Nullable Dispatch last;

    public BoundedThrottle(Throttle law, Limits limits) {
        this.law = law;
        this.limits = limits;
    }

    @Override
    public long next(long tokens) {
        return Math.max(law.next(tokens), Math.max(heldUntil, freeAt));
    }

    @Override
    public void on(ThrottleEvent event) {
        law.on(event);
        switch (event) {
            case ThrottleEvent.Dispatched(Dispatch request) -> {
                freeFrom = Math.max(freeAt, request.at() - SLACK);
                freeAt = freeFrom + limits.share(request);
                last = request;
            }
            case ThrottleEvent.Succeeded(var _, long at, RateHints hints) -> hold(at, hints);
            case ThrottleEvent.CapacityError(var _, long at, RateHints hints) -> hold(at, hints);
            case ThrottleEvent.Failed _ -> {}
        }
    }

    @Override
    public void tighten(Bounds bounds) {
        law.tighten(bounds);
        limits = limits.tightened(bounds.limits());
    }

    /// The last request takes up what it would have under the new limits.
    @Override
    public void limit(Limits declared) {
        law.limit(declared);
        limits = declared;
        if (last != null) {
            freeAt = freeFrom + limits.share(last);
        }
    }

    private void hold(long at, RateHints hints) {
        if (hints.isNone()) {
            return;
        }
        wait(hints).ifPresent(wait -> heldUntil = Math.max(heldUntil, at + wait.toNanos()));
    }

    /// How long to stay away: what the service asked for, or else until something is left where nothing is.
    private static Optional<Duration> wait(RateHints hints) {
        return hints.retryAfter()
                .or(() -> hints.budgets().stream()
                        .flatMap(budget -> untilOneIsLeft(budget).stream())
                        .max(Comparator.naturalOrder()))
                .map(asked -> asked.compareTo(CEILING) > 0 ? CEILING : asked);
    }

    /// When nothing is left: the reset, shared among what the limit counts, since most budgets fill drop by
    /// drop. Where that is too soon, the refusal that follows says so.
    private static Optional<Duration> untilOneIsLeft(RateHints.Budget budget) {
        long share = budget.limit().filter(counted -> counted > 0).orElse(1L);
        return budget.remaining()
                .filter(left -> left <= 0)
                .flatMap(_ -> budget.reset())
                .map(time -> time.dividedBy(share));
    }

    @Override
    public Duration delay() {
        return law.delay();
    }
}
