package dev.rowan.engine.pipeline;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/// The retry policy of a node for transient errors: attempts and backoff.
public record RetryPolicy(int maxAttempts, Duration initialDelay, Duration maxDelay) {

    public static final RetryPolicy USUAL = new RetryPolicy(3, Duration.ofSeconds(1), Duration.ofSeconds(30));

    private static final Option<Long> MAX_ATTEMPTS =
            Option.integer("max_attempts", 1, 1_000).orElse(3L).describedAs("maximum attempts, including the first");
    private static final Option<Duration> INITIAL_DELAY = Option.duration("initial_delay")
            .orElse(USUAL.initialDelay)
            .describedAs("the backoff before the second attempt; it doubles with each attempt");
    private static final Option<Duration> MAX_DELAY =
            Option.duration("max_delay").orElse(USUAL.maxDelay).describedAs("the maximum backoff between two attempts");

    static final Options OPTIONS = Options.of(MAX_ATTEMPTS, INITIAL_DELAY, MAX_DELAY);

    static RetryPolicy from(Section section) {
        var policy = new RetryPolicy(
                section.get(MAX_ATTEMPTS).intValue(), section.get(INITIAL_DELAY), section.get(MAX_DELAY));
        if (policy.initialDelay.compareTo(policy.maxDelay) > 0) {
            section.problem(INITIAL_DELAY, "must not be longer than max_delay");
        }
        return policy;
    }

    /// The backoff after attempt `attempt`: exponential up to the maximum, with up to 50 % jitter.
    public Duration delayAfter(int attempt, RandomGenerator random) {
        long longest = TimeUnit.NANOSECONDS.convert(maxDelay);
        long capped = Math.min(TimeUnit.NANOSECONDS.convert(initialDelay), longest);
        for (int i = 1; i < attempt && capped < longest; i++) {
            capped = capped > longest / 2 ? longest : capped * 2;
        }
        return Duration.ofNanos(capped - (long) (random.nextDouble() * capped / 2));
    }
}
