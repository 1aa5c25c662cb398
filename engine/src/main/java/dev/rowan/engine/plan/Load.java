package dev.rowan.engine.plan;

import dev.rowan.engine.plan.TimeAtLimit.By;
import dev.rowan.engine.throttle.Limits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// What one service has to do under one key, and the pace that is declared for it.
record Load(double calls, double tokens, Limits limits, Duration shortestDelay) {

    /// Both together, at the stricter pace: whoever shares a key shares its limits.
    Load plus(Load other) {
        return new Load(
                calls + other.calls,
                tokens + other.tokens,
                limits.tightened(other.limits),
                shortestDelay.compareTo(other.shortestDelay) >= 0 ? shortestDelay : other.shortestDelay);
    }

    /// How long it takes by each of the declared limits.
    List<TimeAtLimit> times() {
        var times = new ArrayList<TimeAtLimit>();
        limits.requestsPerMinute()
                .ifPresent(limit -> times.add(TimeAtLimit.of(60 * calls / limit, By.REQUESTS_PER_MINUTE)));
        limits.tokensPerMinute()
                .ifPresent(limit -> times.add(TimeAtLimit.of(60 * tokens / limit, By.TOKENS_PER_MINUTE)));
        if (shortestDelay.isPositive()) {
            times.add(TimeAtLimit.of(calls * shortestDelay.toNanos() / 1e9, By.MIN_DISPATCH_DELAY_MS));
        }
        return times;
    }
}
