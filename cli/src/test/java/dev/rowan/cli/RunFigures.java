package dev.rowan.cli;

import java.math.BigDecimal;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The calls of a run as reported by one view: attempts, attempts with unknown outcome, tokens, cost, whether all of
/// the cost is known, and attempts without a price.
record RunFigures(long attempts, long unknown, long input, long output, BigDecimal cost, boolean known, long unpriced) {
    static final RunFigures NONE = new RunFigures(0, 0, 0, 0, BigDecimal.ZERO, true, 0);

    RunFigures {
        cost = cost.signum() == 0 ? BigDecimal.ZERO : cost.stripTrailingZeros();
    }

    RunFigures plus(RunFigures other) {
        return new RunFigures(
                attempts + other.attempts,
                unknown + other.unknown,
                input + other.input,
                output + other.output,
                cost.add(other.cost),
                known && other.known,
                unpriced + other.unpriced);
    }

    /// One attempt as reported by `explain`, the export of calls and the API.
    static RunFigures attempt(Map<?, ?> attempt) {
        boolean priced = attempt.get("cost_usd") != null;
        return new RunFigures(
                1,
                "unknown".equals(attempt.get("state")) ? 1 : 0,
                number(attempt.get("input_tokens")),
                number(attempt.get("output_tokens")),
                amount(attempt.get("cost_usd")),
                Boolean.TRUE.equals(attempt.get("cost_known")),
                priced ? 0 : 1);
    }

    static RunFigures sum(Collection<RunFigures> parts) {
        return parts.stream().reduce(NONE, RunFigures::plus);
    }

    /// A number; nothing is none.
    static long number(@Nullable Object value) {
        return value == null ? 0 : new BigDecimal(String.valueOf(value)).longValueExact();
    }

    static BigDecimal amount(@Nullable Object value) {
        return value == null ? BigDecimal.ZERO : new BigDecimal(String.valueOf(value));
    }

    static Map<?, ?> map(@Nullable Object value) {
        return value instanceof Map<?, ?> map ? map : Map.of();
    }

    static List<Map<?, ?>> maps(@Nullable Object value) {
        return value instanceof List<?> list
                ? list.stream().<Map<?, ?>>map(RunFigures::map).toList()
                : List.of();
    }
}
