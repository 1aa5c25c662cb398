package dev.rowan.web.index;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// Selects tokens; all given conditions must hold. Outcomes are those of the landscape, and [#IN_FLIGHT] and
/// [#AWAITING]. Ranges are inclusive; a token in flight has no latency. `among` are those that took some way.
public record RowFilter(
        Set<String> outcomes,
        Optional<String> reason,
        Optional<Set<Integer>> nodes,
        Optional<String> sink,
        Range cost,
        Range latency,
        Range rows,
        Optional<TokenSet> among) {
    public static final String IN_FLIGHT = "in_flight";
    public static final String AWAITING = "awaiting";

    public static final RowFilter ALL = new RowFilter(
            Set.of(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Range.ANY,
            Range.ANY,
            Range.ANY,
            Optional.empty());

    public RowFilter {
        outcomes = Set.copyOf(outcomes);
    }

    /// An inclusive range with optional bounds.
    public record Range(OptionalLong least, OptionalLong most) {
        public static final Range ANY = new Range(OptionalLong.empty(), OptionalLong.empty());

        boolean isAny() {
            return least.isEmpty() && most.isEmpty();
        }
    }

    /// The same among `tokens`.
    public RowFilter among(TokenSet tokens) {
        return new RowFilter(outcomes, reason, nodes, sink, cost, latency, rows, Optional.of(tokens));
    }

    public boolean isAll() {
        return equals(ALL);
    }
}
