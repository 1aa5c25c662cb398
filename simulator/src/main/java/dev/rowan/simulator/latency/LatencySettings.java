package dev.rowan.simulator.latency;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;

/// The `latency` section.
public final class LatencySettings {

    enum Shape {
        FIXED,
        UNIFORM,
        LOGNORMAL,
        HEAVY_TAIL
    }

    private static final Option<Shape> SHAPE =
            Option.choice("shape", Shape.class).orElse(Shape.FIXED).describedAs("how times are distributed");
    private static final Option<Duration> TYPICAL = Option.duration("typical")
            .orElse(Duration.ofMillis(50))
            .describedAs("the time of fixed, the median of lognormal, the least of uniform and heavy_tail");
    private static final Option<Duration> HIGH =
            Option.duration("high").orElse(Duration.ofMinutes(1)).describedAs("the time that none passes");
    private static final Option<BigDecimal> SIGMA = Option.decimal(
                    "sigma", Optional.of(BigDecimal.ZERO), Optional.of(BigDecimal.TEN))
            .orElse(new BigDecimal("0.5"))
            .describedAs("the deviation of lognormal");
    private static final Option<BigDecimal> ALPHA = Option.decimal(
                    "alpha", Optional.of(BigDecimal.ZERO), Optional.of(BigDecimal.TEN))
            .orElse(new BigDecimal("1.5"))
            .describedAs("the exponent of heavy_tail; the smaller, the heavier");

    public static final Options OPTIONS = Options.of(SHAPE, TYPICAL, HIGH, SIGMA, ALPHA);

    private LatencySettings() {}

    public static Latency read(Section section) {
        Duration typical = section.get(TYPICAL);
        Duration high = section.get(HIGH);
        if (section.get(SHAPE) != Shape.FIXED && high.compareTo(typical) < 0) {
            section.problem(HIGH, "must be at least 'typical', " + typical + ", got " + high);
            return new Latency.Fixed(typical);
        }
        return switch (section.get(SHAPE)) {
            case FIXED -> new Latency.Fixed(typical);
            case UNIFORM -> new Latency.Uniform(typical, high);
            case LOGNORMAL -> new Latency.Lognormal(typical, section.get(SIGMA).doubleValue(), high);
            case HEAVY_TAIL -> new Latency.HeavyTail(typical, section.get(ALPHA).doubleValue(), high);
        };
    }
}
