package dev.rowan.engine.plan;

import dev.rowan.engine.plan.TimeEstimate.By;
import dev.rowan.engine.throttle.DeclaredLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// What one service has to do under one key, and the pace that is declared for it.
record ServiceLoad(double calls, double tokens, DeclaredLimits limits, Duration shortestDelay) {

    /// Both together, at the stricter pace: whoever shares a key shares its limits.
    ServiceLoad plus(ServiceLoad other) {
        return new ServiceLoad(
                calls + other.calls,
                tokens + other.tokens,
                limits.tightened(other.limits),
                shortestDelay.compareTo(other.shortestDelay) >= 0 ? shortestDelay : other.shortestDelay);
    }

    /// How long it takes by each of the declared limits.
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
