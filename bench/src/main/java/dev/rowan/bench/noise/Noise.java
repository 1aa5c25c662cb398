package dev.rowan.bench.noise;

import java.util.List;
import java.util.OptionalDouble;

/// What a service refuses at any load: a share of all requests, each at random with one of the statuses, with or
/// without `Retry-After: 1`.
public record Noise(double share, boolean retryAfter, List<Integer> statuses) {
    /// Those that say that a service has no capacity.
    public static final List<Integer> CAPACITY = List.of(429, 503, 529);

    public static final Noise NONE = new Noise(0, false, CAPACITY);

    public Noise {
        statuses = List.copyOf(statuses);
        if (share < 0 || share > 1) {
            throw new IllegalArgumentException("the share of refused requests must be in [0, 1], got " + share);
        }
    }

    public String title() {
        if (share == 0) {
            return "none";
        }
        return "%s %%%s".formatted(percent(), retryAfter ? ", Retry-After: 1" : "");
    }

    /// How many times as long as without noise Rowan may take.
    OptionalDouble bar() {
        return switch (percent()) {
            case "1" -> OptionalDouble.of(1.15);
            case "2" -> OptionalDouble.of(1.2);
            case "10" -> OptionalDouble.of(1.6);
            default -> OptionalDouble.empty();
        };
    }

    private String percent() {
        double percent = 100 * share;
        return percent == Math.rint(percent) ? Long.toString(Math.round(percent)) : Double.toString(percent);
    }
}
