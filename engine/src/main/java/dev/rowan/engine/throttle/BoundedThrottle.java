package dev.rowan.engine.throttle;

import dev.rowan.api.call.RateHints;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A throttle that also respects the service's headers and the declared limits: it waits while a rate-limit budget
/// is used up, honours `Retry-After`, up to a maximum, if most recent requests were refused, and stays within the
/// declared requests and tokens per minute. A single `Retry-After` delays only the request that received it, by
/// its retry.
public final class BoundedThrottle implements Throttle {
    /// The maximum `Retry-After`.
    public static final Duration CEILING = Duration.ofMinutes(10);

    /// How far later dispatches may catch up after a late one, in nanoseconds.
    private static final long SLACK = 5_000_000;

    private static final double SECOND = 1e9;

    private final Throttle law;
    private DeclaredLimits limits;
    private final RefusedMajority majority = new RefusedMajority();
    private long heldUntil = Long.MIN_VALUE;
    private long freeAt = Long.MIN_VALUE;
    private long freeFrom = Long.MIN_VALUE;
    private @Nullable Dispatch last;
    private long tokens;

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
                tokens += request.tokens();
            }
            case ThrottleEvent.Succeeded(var _, long at, RateHints hints) -> hold(at, budgetWait(hints));
            case ThrottleEvent.CapacityError(Dispatch request, long at, RateHints hints) -> {
                majority.refused(request);
                hold(at, majority.holds() ? hints.retryAfter() : budgetWait(hints));
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

    /// Recomputes the last request under the new limits.
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

    /// How long to wait because a budget in the headers is used up; empty if none is.
    public static Optional<Duration> budgetWait(RateHints hints) {
        return hints.budgets().stream()
                .flatMap(budget -> untilOneIsLeft(budget).stream())
                .max(Comparator.naturalOrder());
    }

    /// If nothing is left: the reset time divided by the limit, since most budgets refill continuously. If that is
    /// too early, a refusal follows.
    private static Optional<Duration> untilOneIsLeft(RateHints.Budget budget) {
        long share = budget.limit().filter(counted -> counted > 0).orElse(1L);
        return budget.remaining()
                .filter(left -> left <= 0)
                .flatMap(_ -> budget.reset())
                .map(time -> time.dividedBy(share));
    }

    @Override
    public PermittedRate permitted(long now, long until) {
        if (heldUntil >= until) {
            return PermittedRate.NOTHING;
        }
        long share = last == null ? 0 : limits.share(new Dispatch(1, 0, tokens / last.number()));
        PermittedRate permitted = law.permitted(now, until);
        return share == 0 ? permitted : permitted.atMost(SECOND / share);
    }

    @Override
    public long epochs() {
        return law.epochs();
    }

    @Override
    public void extendEpoch() {
        law.extendEpoch();
    }

    @Override
    public Optional<RateEstimate> estimate() {
        return law.estimate();
    }

    @Override
    public void startAt(RateEstimate estimate, long at) {
        law.startAt(estimate, at);
    }

    @Override
    public Duration delay() {
        return law.delay();
    }
}
