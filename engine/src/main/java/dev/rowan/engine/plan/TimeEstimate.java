package dev.rowan.engine.plan;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/// A minimum duration and its bottleneck.
public record TimeEstimate(Duration time, By by) {

    /// The bottleneck, by its settings key.
    public enum By {
        POOL_SIZE,
        REQUESTS_PER_MINUTE,
        TOKENS_PER_MINUTE,
        MIN_DISPATCH_DELAY_MS,
        WINDOW;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static TimeEstimate of(double seconds, By by) {
        return new TimeEstimate(Duration.ofMillis(Math.round(seconds * 1_000)), by);
    }

    /// The maximum; the first of equals.
    static TimeEstimate longest(List<TimeEstimate> times) {
        return times.stream()
                .max(Comparator.comparing(TimeEstimate::time))
                .orElse(new TimeEstimate(Duration.ZERO, By.POOL_SIZE));
    }
}
