package dev.rowan.engine.pool;

import dev.rowan.engine.throttle.DeclaredLimits;
import dev.rowan.engine.throttle.Dispatch;
import dev.rowan.engine.throttle.LimitShare;
import dev.rowan.engine.throttle.Throttle;
import dev.rowan.engine.throttle.ThrottleBounds;
import dev.rowan.engine.throttle.ThrottleEvent;
import java.time.Duration;
import java.util.Optional;

/// The pace of one service: the throttle and the declared tokens per minute, with what last changed them.
///
/// Guarded by the pacer's lock, except [#heldFor] and [#countsTokens], which any thread may call.
final class PaceControl {
    private final Throttle throttle;
    private final TokenQuota tokenMinute = new TokenQuota();
    private Duration peakDelay;
    private DeclaredLimits declared = DeclaredLimits.NONE;
    private PaceState.Cause cause = PaceState.Cause.NEVER_REFUSED;
    private long causedAt;
    private volatile long heldUntil = Long.MIN_VALUE;

    PaceControl(Throttle throttle, long now) {
        this.throttle = throttle;
        this.peakDelay = throttle.delay();
        this.causedAt = now;
    }

    /// The current delay between two dispatches.
    Duration delay() {
        return throttle.delay();
    }

    Duration peakDelay() {
        return peakDelay;
    }

    /// Adds these bounds; the stricter apply.
    void tighten(ThrottleBounds bounds) {
        throttle.tighten(bounds);
        tokenMinute.tighten(bounds.limits().tokensPerMinute());
        declared = declared.tightened(bounds.limits());
    }

    /// Replaces the declared limits.
    void declare(DeclaredLimits limits) {
        declared = limits;
        throttle.limit(limits);
        tokenMinute.limit(limits.tokensPerMinute());
    }

    /// When a request may be sent that is expected to use `tokens` and can use `maxTokens`.
    long next(long tokens, long maxTokens) {
        return Math.max(throttle.next(tokens), tokenMinute.next(maxTokens, share()));
    }

    private double share() {
        return throttle.share().map(LimitShare::share).orElse(1.0);
    }

    /// A request is dispatched that can use `maxTokens` tokens.
    void dispatched(Dispatch dispatch, long maxTokens) {
        throttle.on(new ThrottleEvent.Dispatched(dispatch));
        tokenMinute.dispatched(dispatch.number(), dispatch.at(), maxTokens);
    }

    /// A dispatch is not used.
    void abandoned(Dispatch dispatch, long now) {
        throttle.on(new ThrottleEvent.Failed(dispatch, now));
        tokenMinute.used(dispatch.number(), 0);
    }

    void ended(ThrottleEvent event) {
        throttle.on(event);
        heldUntil = throttle.heldUntil();
        if (event instanceof ThrottleEvent.CapacityError refusal) {
            boolean asked = refusal.hints().retryAfter().isPresent();
            cause = asked ? PaceState.Cause.ASKED_TO_WAIT : PaceState.Cause.REFUSED;
            causedAt = event.at();
        }
        Duration delay = throttle.delay();
        peakDelay = delay.compareTo(peakDelay) > 0 ? delay : peakDelay;
    }

    /// Whether tokens are limited.
    boolean countsTokens() {
        return !tokenMinute.isOff();
    }

    /// The service counted so many tokens for a request.
    void used(long number, long tokens) {
        tokenMinute.used(number, tokens);
    }

    /// How long the service still asks for no requests at all.
    Duration heldFor(long now) {
        return heldUntil == Long.MIN_VALUE ? Duration.ZERO : Duration.ofNanos(Math.max(0, heldUntil - now));
    }

    PaceState state(long now, Optional<PaceState.Down> down) {
        return new PaceState(
                throttle.delay(),
                declared,
                cause,
                Duration.ofNanos(now - causedAt),
                heldFor(now),
                down,
                throttle.share());
    }
}
