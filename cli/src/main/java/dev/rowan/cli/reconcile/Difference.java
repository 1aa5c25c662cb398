package dev.rowan.cli.reconcile;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// A line in which two accounts differ: `ours` and `theirs` are tokens, or dollars if the price differs.
record Difference(Verdict verdict, String line, BigDecimal ours, BigDecimal theirs) {

    /// How a line differs.
    enum Verdict {
        /// The same tokens have another cost.
        PRICE_DIFFERS,
        /// The provider counts more: others with the key, or lost replies that were billed.
        THEIRS_ONLY,
        /// The ledger counts more: attempts that the provider did not bill.
        OURS_ONLY;

        String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /// Costs are compared to the micro-dollar.
    private static final int MICRO = 6;

    /// All differences, and the number of lines that are equal.
    record Result(List<Difference> differences, int equal) {}

    /// A bill with costs alone is compared by cost.
    static Result between(Account ours, Account theirs) {
        var differences = new ArrayList<Difference>();
        int equal = 0;
        var lines = new TreeSet<>(theirs.tokens().keySet());
        lines.addAll(
                lines.isEmpty() && !theirs.costs().isEmpty()
                        ? Set.of()
                        : ours.tokens().keySet());
        for (UsageKey line : lines) {
            long own = ours.tokens().getOrDefault(line, 0L);
            long other = theirs.tokens().getOrDefault(line, 0L);
            if (own == other) {
                equal++;
            } else {
                differences.add(of(line.text(), BigDecimal.valueOf(own), BigDecimal.valueOf(other)));
            }
        }
        var costs = new TreeSet<>(theirs.costs().keySet());
        costs.addAll(costs.isEmpty() ? Set.of() : ours.costs().keySet());
        for (Account.CostKey key : costs) {
            BigDecimal own = ours.costs().getOrDefault(key, BigDecimal.ZERO);
            BigDecimal other = theirs.costs().getOrDefault(key, BigDecimal.ZERO);
            String line = key.day() + " " + key.model() + " cost in USD";
            if (micro(own).compareTo(micro(other)) == 0) {
                equal++;
            } else if (theirs.tokens().isEmpty()) {
                differences.add(of(line, own, other));
            } else if (tokens(ours, key).equals(tokens(theirs, key))) {
                differences.add(new Difference(Verdict.PRICE_DIFFERS, line, own, other));
            }
        }
        return new Result(List.copyOf(differences), equal);
    }

    private static Difference of(String line, BigDecimal own, BigDecimal other) {
        return new Difference(other.compareTo(own) > 0 ? Verdict.THEIRS_ONLY : Verdict.OURS_ONLY, line, own, other);
    }

    /// A cost differs where tokens do; only with equal tokens is it the price.
    private static List<Map.Entry<UsageKey, Long>> tokens(Account account, Account.CostKey key) {
        return account.tokens().entrySet().stream()
                .filter(line -> line.getKey().day().equals(key.day())
                        && line.getKey().model().equals(key.model()))
                .map(line -> Map.entry(line.getKey(), line.getValue()))
                .toList();
    }

    private static BigDecimal micro(BigDecimal dollars) {
        return dollars.setScale(MICRO, RoundingMode.HALF_UP);
    }
}
