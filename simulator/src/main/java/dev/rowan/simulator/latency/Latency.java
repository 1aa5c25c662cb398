package dev.rowan.simulator.latency;

import java.time.Duration;
import java.util.random.RandomGenerator;

/// How long an answer takes, drawn for each request.
public sealed interface Latency {

    record None() implements Latency {}

    record Fixed(Duration time) implements Latency {}

    /// Anything from `low` to `high`, all equally likely.
    record Uniform(Duration low, Duration high) implements Latency {}

    /// Half of the answers take less than `median`; the logarithm of the time is normal with deviation `sigma`.
    record Lognormal(Duration median, double sigma, Duration high) implements Latency {}

    /// A Pareto tail from `low` on: the share that takes longer than k times `low` is 1 by k to the `alpha`.
    record HeavyTail(Duration low, double alpha, Duration high) implements Latency {}

    /// A time; none passes the upper bound of its distribution.
    default Duration draw(RandomGenerator random) {
        return switch (this) {
            case None() -> Duration.ZERO;
            case Fixed(Duration time) -> time;
            case Uniform(Duration low, Duration high) ->
                low.plusNanos((long) (random.nextDouble() * (high.toNanos() - low.toNanos())));
            case Lognormal(Duration median, double sigma, Duration high) ->
                scaled(median, Math.exp(sigma * random.nextGaussian()), high);
            case HeavyTail(Duration low, double alpha, Duration high) ->
                scaled(low, Math.pow(1 - random.nextDouble(), -1 / alpha), high);
        };
    }

    private static Duration scaled(Duration time, double factor, Duration high) {
        return Duration.ofNanos((long) Math.min((double) high.toNanos(), time.toNanos() * factor));
    }
}
