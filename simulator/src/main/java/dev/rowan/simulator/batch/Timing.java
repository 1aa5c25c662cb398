package dev.rowan.simulator.batch;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Section;
import dev.rowan.simulator.answer.Seed;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;

/// How long a job takes in each of its states, after what time it expires, and which share of jobs is slow.
public record Timing(
        Duration validating,
        Duration running,
        Duration finalizing,
        Duration cancelling,
        Optional<Duration> window,
        double slow) {

    /// How many times as long a slow job runs.
    private static final int SLOWER = 3;

    static final Option<Duration> VALIDATING = Option.durationOrZero("validating")
            .orElse(Duration.ZERO)
            .describedAs("how long the input is checked before work begins");
    static final Option<Duration> RUNNING = Option.duration("running")
            .orElse(Duration.ofSeconds(1))
            .describedAs("how long the work takes; rows are done one after the other");
    static final Option<Duration> FINALIZING = Option.durationOrZero("finalizing")
            .orElse(Duration.ZERO)
            .describedAs("how long it takes from the last row to the results");
    static final Option<Duration> CANCELLING =
            Option.durationOrZero("cancelling").orElse(Duration.ZERO).describedAs("how long it takes to cancel");
    static final Option<Duration> WINDOW =
            Option.duration("window").optional().describedAs("when a job expires; the provider's own time when absent");

    static final Option<BigDecimal> SLOW = Option.decimal("slow", Optional.empty(), Optional.of(BigDecimal.ONE))
            .orElse(BigDecimal.ZERO)
            .describedAs("how probably a job runs three times as long, be it until it expires");

    static final Timing DEFAULT =
            new Timing(Duration.ZERO, Duration.ofSeconds(1), Duration.ZERO, Duration.ZERO, Optional.empty(), 0);

    static Timing read(Section section) {
        return new Timing(
                section.get(VALIDATING),
                section.get(RUNNING),
                section.get(FINALIZING),
                section.get(CANCELLING),
                section.find(WINDOW),
                section.get(SLOW).doubleValue());
    }

    /// The times of one job, which is slow or not by `chance`.
    Timing of(Seed chance) {
        return chance.random().nextDouble() < slow
                ? new Timing(validating, running.multipliedBy(SLOWER), finalizing, cancelling, window, slow)
                : this;
    }
}
