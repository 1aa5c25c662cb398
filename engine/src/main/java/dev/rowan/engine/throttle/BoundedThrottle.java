package dev.rowan.engine.throttle;

import dev.rowan.api.call.RateHints;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A throttle that also keeps what the service asked for and what the user declared: it waits while a budget
/// in the service's headers is used up, waits out a `Retry-After`, up to a ceiling, when most of the latest
/// requests were refused, and goes no faster than the declared requests and tokens a minute. A single
/// `Retry-After` delays the request that received it and no other; that is the business of whoever sends it
/// again.
public final class BoundedThrottle implements Throttle {
    /// The longest wait that a service may ask for in one answer.
    public static final Duration CEILING = Duration.ofMinutes(10);

    /// How far a late dispatch may be made up for by the next ones, in nanoseconds.
    private static final long SLACK = 5_000_000;

    private final Throttle law;
    private DeclaredLimits limits;
    private final RefusedMajority majority = new RefusedMajority();
    private long heldUntil = Long.MIN_VALUE;
    private long freeAt = Long.MIN_VALUE;
    private long freeFrom = Long.MIN_VALUE;
    private @Nullable Dispatch last;

    public BoundedThrottle(Throttle law, DeclaredLimits limits) {
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
            case ThrottleEvent.Succeeded(var _, long at, RateHints hints) -> hold(at, untilOneIsLeft(hints));
            case ThrottleEvent.CapacityError(Dispatch request, long at, RateHints hints) -> {
                majority.refused(request);
                hold(at, majority.holds() ? hints.retryAfter() : untilOneIsLeft(hints));
            }
            case ThrottleEvent.Failed _ -> {}
        }
    }

    @Override
    public long heldUntil() {
        return heldUntil;
    }

    @Override
    public void tighten(ThrottleBounds bounds) {
        law.tighten(bounds);
        limits = limits.tightened(bounds.limits());
    }

    /// The last request takes up what it would have under the new limits.
    @Override
    public void limit(DeclaredLimits declared) {
        law.limit(declared);
        limits = declared;
        if (last != null) {
            freeAt = freeFrom + limits.share(last);
        }
    }

    private void hold(long at, Optional<Duration> wait) {
        wait.map(asked -> asked.compareTo(CEILING) > 0 ? CEILING : asked)
                .ifPresent(asked -> heldUntil = Math.max(heldUntil, at + asked.toNanos()));
    }

    private static Optional<Duration> untilOneIsLeft(RateHints hints) {
        return hints.budgets().stream()
                .flatMap(budget -> untilOneIsLeft(budget).stream())
                .max(Comparator.naturalOrder());
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
