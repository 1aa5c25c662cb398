package dev.rowan.cli.reconcile;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Collections;
import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// Tokens by line, cost by day and model, and what could not be read. Owned by one thread.
final class Account {
    private final Map<UsageKey, Long> tokens = new TreeMap<>();
    private final Map<CostKey, BigDecimal> costs = new TreeMap<>();
    private final Set<String> unknown = new TreeSet<>();

    /// The day and model of a cost.
    record CostKey(LocalDate day, String model) implements Comparable<CostKey> {
        private static final Comparator<CostKey> ORDER =
                Comparator.comparing(CostKey::day).thenComparing(CostKey::model);

        @Override
        public int compareTo(CostKey other) {
            return ORDER.compare(this, other);
        }
    }

    void add(UsageKey key, long count) {
        if (count != 0) {
            tokens.merge(key, count, Long::sum);
        }
    }

    void add(CostKey key, BigDecimal dollars) {
        costs.merge(key, dollars, BigDecimal::add);
    }

    /// The same without the lines of other days.
    Account within(Days days) {
        var some = new Account();
        tokens.forEach((key, count) -> {
            if (days.contain(key.day())) {
                some.add(key, count);
            }
        });
        costs.forEach((key, dollars) -> {
            if (days.contain(key.day())) {
                some.add(key, dollars);
            }
        });
        unknown.forEach(some::unknown);
        return some;
    }

    /// A column or line that is not understood.
    void unknown(String what) {
        unknown.add(what);
    }

    Map<UsageKey, Long> tokens() {
        return Collections.unmodifiableMap(tokens);
    }

    Map<CostKey, BigDecimal> costs() {
        return Collections.unmodifiableMap(costs);
    }

    Set<String> unknown() {
        return Collections.unmodifiableSet(unknown);
    }
}
