package dev.rowan.engine.plan;

import dev.rowan.engine.plan.TimeEstimate.By;
import dev.rowan.engine.throttle.DeclaredLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// The load of one service and key, with its declared limits.
record ServiceLoad(double calls, double tokens, DeclaredLimits limits, Duration shortestDelay) {

    /// The sum of both with the stricter limits: a shared key has shared limits.
    ServiceLoad plus(ServiceLoad other) {
        return new ServiceLoad(
                calls + other.calls,
                tokens + other.tokens,
                limits.tightened(other.limits),
                shortestDelay.compareTo(other.shortestDelay) >= 0 ? shortestDelay : other.shortestDelay);
    }

    /// The time by each declared limit.
    List<TimeEstimate> times() {
        var times = new ArrayList<TimeEstimate>();
        limits.requestsPerMinute()
                .ifPresent(limit -> times.add(TimeEstimate.of(60 * calls / limit, By.REQUESTS_PER_MINUTE)));
        limits.tokensPerMinute()
                .ifPresent(limit -> times.add(TimeEstimate.of(60 * tokens / limit, By.TOKENS_PER_MINUTE)));
        if (shortestDelay.isPositive()) {
            times.add(TimeEstimate.of(calls * shortestDelay.toNanos() / 1e9, By.MIN_DISPATCH_DELAY_MS));
        }
        return times;
    }
}
