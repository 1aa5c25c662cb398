package dev.rowan.web.index;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// Which tokens are meant: all that is given must hold. Words of outcomes are those of the landscape, and
/// [#IN_FLIGHT] and [#AWAITING] for tokens that have none. Ranges include both ends; a token without an end
/// has no latency.
public record RowFilter(
        Set<String> outcomes,
        Optional<String> reason,
        Optional<Set<Integer>> nodes,
        Optional<String> sink,
        Range cost,
        Range latency,
        Range rows) {
    public static final String IN_FLIGHT = "in_flight";
    public static final String AWAITING = "awaiting";

    public static final RowFilter ALL = new RowFilter(
            Set.of(), Optional.empty(), Optional.empty(), Optional.empty(), Range.ANY, Range.ANY, Range.ANY);

    public RowFilter {
        outcomes = Set.copyOf(outcomes);
    }

    /// From the least to the most, where they are given.
    public record Range(OptionalLong least, OptionalLong most) {
        public static final Range ANY = new Range(OptionalLong.empty(), OptionalLong.empty());

        boolean isAny() {
            return least.isEmpty() && most.isEmpty();
        }
    }

    public boolean isAll() {
        return equals(ALL);
    }
}
