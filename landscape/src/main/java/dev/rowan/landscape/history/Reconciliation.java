package dev.rowan.landscape.history;

import dev.rowan.json.JsonObject;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A comparison of the ledger with a provider's bill, as it is on record beside each run that it covered.
///
/// `from` and `to` are days, if they were limited. `runs` is how many runs were compared together. `events` and `root`
/// are the record of this run as it was then.
public record Reconciliation(
        Instant time,
        String operator,
        String provider,
        Optional<String> from,
        Optional<String> to,
        String billSha256,
        Comparison comparison,
        int runs,
        long events,
        String root) {

    /// What the comparison found: lines that are equal and those that differ, and the sums of both sides, over all
    /// runs; `billUsd` is empty if the bill has no costs.
    public record Comparison(
            long equal, long differences, BigDecimal ledgerUsd, Optional<BigDecimal> billUsd, long unknownAttempts) {}

    public JsonObject json() {
        return JsonObject.object()
                .put("time", time)
                .put("operator", operator)
                .put("provider", provider)
                .put("from", from)
                .put("to", to)
                .put("bill_sha256", billSha256)
                .put("lines_equal", comparison.equal())
                .put("differences", comparison.differences())
                .put("ledger_usd", comparison.ledgerUsd())
                .put("bill_usd", comparison.billUsd())
                .put("unknown_attempts", comparison.unknownAttempts())
                .put("runs", runs)
                .put("events", events)
                .put("root", root);
    }

    /// Reads what [#json] has written.
    public static Reconciliation of(Map<String, @Nullable Object> entry) {
        return new Reconciliation(
                Instant.parse(String.valueOf(entry.get("time"))),
                String.valueOf(entry.get("operator")),
                String.valueOf(entry.get("provider")),
                text(entry, "from"),
                text(entry, "to"),
                String.valueOf(entry.get("bill_sha256")),
                new Comparison(
                        number(entry, "lines_equal"),
                        number(entry, "differences"),
                        new BigDecimal(String.valueOf(entry.get("ledger_usd"))),
                        text(entry, "bill_usd").map(BigDecimal::new),
                        number(entry, "unknown_attempts")),
                Math.toIntExact(number(entry, "runs")),
                number(entry, "events"),
                String.valueOf(entry.get("root")));
    }

    private static Optional<String> text(Map<String, @Nullable Object> entry, String name) {
        return Optional.ofNullable(entry.get(name)).map(String::valueOf);
    }

    private static long number(Map<String, @Nullable Object> entry, String name) {
        return Long.parseLong(String.valueOf(entry.get(name)));
    }
}
