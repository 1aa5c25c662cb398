package dev.rowan.engine.pool;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.engine.throttle.AdaptiveThrottle;
import dev.rowan.engine.throttle.AimdThrottle;
import dev.rowan.engine.throttle.BoundedThrottle;
import dev.rowan.engine.throttle.DeclaredLimits;
import dev.rowan.engine.throttle.DelayRange;
import dev.rowan.engine.throttle.Throttle;
import dev.rowan.engine.throttle.ThrottleBounds;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// How many requests a transform keeps on the wire, and how it finds and respects the service's limit.
///
/// `backoffMultiplier` and `recoveryStep` belong to `aimd`; the two delays bound the pace of both throttles.
public record PoolConfig(
        int poolSize,
        Duration minDispatchDelay,
        Duration maxDispatchDelay,
        double backoffMultiplier,
        Duration recoveryStep,
        Duration maxCapacityRetry,
        Law throttle,
        DeclaredLimits limits) {

    /// How the limit is found.
    public enum Law {
        AIMD,
        ADAPTIVE
    }

    /// The maximum pool size.
    public static final int MAX_POOL_SIZE = 100_000;

    private static final long HOUR_MS = 3_600_000;
    private static final long YEAR_SECONDS = 31_536_000;

    private static final Option<Long> POOL_SIZE = Option.integer("pool_size", 1, MAX_POOL_SIZE)
            .orElse(1L)
            .describedAs("requests on the wire at once; 1 is one after the other");
    private static final Option<Long> MIN_DISPATCH_DELAY_MS = Option.integer("min_dispatch_delay_ms", 0, HOUR_MS)
            .orElse(0L)
            .describedAs("the shortest delay between two requests, in milliseconds");
    private static final Option<Long> MAX_DISPATCH_DELAY_MS = Option.integer("max_dispatch_delay_ms", 1, HOUR_MS)
            .because("with 0 no capacity error would slow anything down")
            .orElse(5_000L)
            .describedAs(
                    "the longest delay between two requests, in milliseconds; equal to the shortest, the pace is fixed");
    private static final Option<BigDecimal> BACKOFF_MULTIPLIER = Option.decimal(
                    "backoff_multiplier", Optional.of(BigDecimal.ONE), Optional.of(BigDecimal.valueOf(1_000)))
            .orElse(new BigDecimal("2.0"))
            .describedAs("what a capacity error multiplies the delay by, with aimd");
    private static final Option<Long> RECOVERY_STEP_MS = Option.integer("recovery_step_ms", 0, HOUR_MS)
            .orElse(50L)
            .describedAs("what a success takes off the delay, in milliseconds, with aimd");
    private static final Option<Long> MAX_CAPACITY_RETRY_SECONDS = Option.integer(
                    "max_capacity_retry_seconds", 1, YEAR_SECONDS)
            .orElse(3_600L)
            .describedAs("how long a rate-limited row is retried, waits included, in seconds");
    private static final Option<Law> THROTTLE = Option.choice("throttle", Law.class)
            .optional()
            .describedAs("how the limit is found: adaptive searches it, aimd backs off and recovers; adaptive unless"
                    + " pool_size is 1 or a key of aimd is set");
    private static final Option<Long> REQUESTS_PER_MINUTE = Option.integer("requests_per_minute", 1)
            .optional()
            .describedAs("the most requests in a minute, where the limit is known");
    private static final Option<Long> TOKENS_PER_MINUTE = Option.integer("tokens_per_minute", 1)
            .optional()
            .describedAs("the most tokens in a minute, where the limit is known");

    public static final Options OPTIONS = Options.of(
            POOL_SIZE,
            MIN_DISPATCH_DELAY_MS,
            MAX_DISPATCH_DELAY_MS,
            BACKOFF_MULTIPLIER,
            RECOVERY_STEP_MS,
            MAX_CAPACITY_RETRY_SECONDS,
            THROTTLE,
            REQUESTS_PER_MINUTE,
            TOKENS_PER_MINUTE);

    public static PoolConfig from(Section section) {
        var config = new PoolConfig(
                section.get(POOL_SIZE).intValue(),
                Duration.ofMillis(section.get(MIN_DISPATCH_DELAY_MS)),
                Duration.ofMillis(section.get(MAX_DISPATCH_DELAY_MS)),
                section.get(BACKOFF_MULTIPLIER).doubleValue(),
                Duration.ofMillis(section.get(RECOVERY_STEP_MS)),
                Duration.ofSeconds(section.get(MAX_CAPACITY_RETRY_SECONDS)),
                section.find(THROTTLE).orElseGet(() -> usualLaw(section)),
                new DeclaredLimits(section.find(REQUESTS_PER_MINUTE), section.find(TOKENS_PER_MINUTE)));
        config.check(section);
        return config;
    }

    private static Law usualLaw(Section section) {
        boolean aimdKeys = isSet(section, BACKOFF_MULTIPLIER) || isSet(section, RECOVERY_STEP_MS);
        return aimdKeys || section.get(POOL_SIZE) == 1 ? Law.AIMD : Law.ADAPTIVE;
    }

    private static boolean isSet(Section section, Option<?> option) {
        return section.node() instanceof ConfigNode.Mapping mapping
                && mapping.entries().containsKey(option.name());
    }

    private void check(Section section) {
        if (minDispatchDelay.compareTo(maxDispatchDelay) > 0) {
            section.problem(
                    MIN_DISPATCH_DELAY_MS,
                    "must not be greater than max_dispatch_delay_ms (" + maxDispatchDelay.toMillis() + "), got "
                            + minDispatchDelay.toMillis());
        }
        if (minDispatchDelay.isZero() && recoveryStep.isZero()) {
            section.problem(
                    RECOVERY_STEP_MS,
                    "must be greater than 0 while min_dispatch_delay_ms is 0, or no capacity error would slow anything down");
        }
        if (!(backoffMultiplier > 1)) {
            section.problem(BACKOFF_MULTIPLIER, "must be greater than 1, also when rounded to a double");
        }
    }

    public PoolConfig withPoolSize(int size) {
        return new PoolConfig(
                size,
                minDispatchDelay,
                maxDispatchDelay,
                backoffMultiplier,
                recoveryStep,
                maxCapacityRetry,
                throttle,
                limits);
    }

    public PoolConfig withLimits(DeclaredLimits declared) {
        return new PoolConfig(
                poolSize,
                minDispatchDelay,
                maxDispatchDelay,
                backoffMultiplier,
                recoveryStep,
                maxCapacityRetry,
                throttle,
                declared);
    }

    /// A new throttle of the chosen kind, bounded by the declared limits.
    public Throttle newThrottle(RandomGenerator random) {
        DelayRange pace = bounds().pace();
        return new BoundedThrottle(
                switch (throttle) {
                    case AIMD -> new AimdThrottle(pace, backoffMultiplier, recoveryStep);
                    case ADAPTIVE -> new AdaptiveThrottle(pace, random);
                },
                limits);
    }

    /// The bounds of the pace for all who share the pacer.
    public ThrottleBounds bounds() {
        return new ThrottleBounds(new DelayRange(minDispatchDelay, maxDispatchDelay), limits);
    }

    /// How many requests may be admitted at once. More than are on the wire: those whose intents are being recorded
    /// hold no permit, and permits must not idle meanwhile.
    LaneCapacity laneCapacity() {
        if (poolSize == 1) {
            return LaneCapacity.fixed(1);
        }
        int min = poolSize + Math.clamp(poolSize / 4, 16, 64);
        return new LaneCapacity(min, min + 2 * poolSize);
    }

    /// The maximum number of admitted requests, and so of open intents.
    public int claims() {
        return laneCapacity().max();
    }

    public CapacityRetry capacityRetry() {
        return new CapacityRetry(maxCapacityRetry, maxDispatchDelay);
    }
}
