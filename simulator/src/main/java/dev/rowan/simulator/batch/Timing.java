package dev.rowan.simulator.batch;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Section;
import java.time.Duration;
import java.util.Optional;

/// How long a job takes in each of its states, and after what time it expires.
public record Timing(
        Duration validating, Duration running, Duration finalizing, Duration cancelling, Optional<Duration> window) {

    static final Option<Duration> VALIDATING = Option.duration("validating")
            .orElse(Duration.ZERO)
            .describedAs("how long the input is checked before work begins");
    static final Option<Duration> RUNNING = Option.duration("running")
            .orElse(Duration.ofSeconds(1))
            .describedAs("how long the work takes; rows are done one after the other");
    static final Option<Duration> FINALIZING = Option.duration("finalizing")
            .orElse(Duration.ZERO)
            .describedAs("how long it takes from the last row to the results");
    static final Option<Duration> CANCELLING =
            Option.duration("cancelling").orElse(Duration.ZERO).describedAs("how long it takes to cancel");
    static final Option<Duration> WINDOW =
            Option.duration("window").optional().describedAs("when a job expires; the provider's own time when absent");

    static final Timing DEFAULT =
            new Timing(Duration.ZERO, Duration.ofSeconds(1), Duration.ZERO, Duration.ZERO, Optional.empty());

    static Timing read(Section section) {
        return new Timing(
                section.get(VALIDATING),
                section.get(RUNNING),
                section.get(FINALIZING),
                section.get(CANCELLING),
                section.find(WINDOW));
    }
}
