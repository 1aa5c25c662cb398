package dev.rowan.simulator.schema;

import dev.rowan.simulator.json.Fields;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Numbers within the bounds of a schema.
final class Numbers {
    private static final BigDecimal STEP = new BigDecimal("0.01");

    private Numbers() {}

    static Long whole(Fields schema, RandomGenerator random) {
        BigDecimal step = number(schema, "multipleOf").orElse(BigDecimal.ONE).max(BigDecimal.ONE);
        return within(schema, step, 100, random).longValue();
    }

    static BigDecimal decimal(Fields schema, RandomGenerator random) {
        return within(schema, number(schema, "multipleOf").orElse(STEP), 1, random);
    }

    /// A multiple of `step` from the lower bound up to the upper one, or up to `usual` above the lower.
    private static BigDecimal within(Fields schema, BigDecimal step, int usual, RandomGenerator random) {
        Optional<BigDecimal> low = number(schema, "minimum")
                .or(() -> number(schema, "exclusiveMinimum").map(bound -> bound.add(step)));
        Optional<BigDecimal> high = number(schema, "maximum")
                .or(() -> number(schema, "exclusiveMaximum").map(bound -> bound.subtract(step)));
        BigDecimal span = BigDecimal.valueOf(usual);
        BigDecimal from = low.orElseGet(() ->
                high.map(bound -> bound.subtract(span).min(BigDecimal.ZERO)).orElse(BigDecimal.ZERO));
        BigDecimal to = high.orElseGet(() -> from.add(span)).max(from);
        BigDecimal first = from.divide(step, 0, RoundingMode.CEILING);
        BigDecimal last = to.divide(step, 0, RoundingMode.FLOOR).max(first);
        long choices = last.subtract(first).min(BigDecimal.valueOf(1_000_000)).longValue() + 1;
        return first.add(BigDecimal.valueOf(random.nextLong(choices))).multiply(step);
    }

    private static Optional<BigDecimal> number(Fields schema, String name) {
        return schema.number(name).map(number -> new BigDecimal(number.toString()));
    }
}
