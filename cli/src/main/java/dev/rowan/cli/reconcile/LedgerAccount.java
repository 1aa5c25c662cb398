package dev.rowan.cli.reconcile;

import dev.rowan.api.call.Usd;
import dev.rowan.landscape.export.ExportColumn;
import dev.rowan.landscape.export.ExportRequest;
import dev.rowan.landscape.export.LandscapeExport;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What the ledger counts for the calls to one provider. Owned by one thread.
final class LedgerAccount {
    private static final ExportRequest CALLS = new ExportRequest.Calls(false);

    private final Account account = new Account();
    private final BillFormat provider;
    private final boolean withLocal;
    private final Days days;
    private long counted;
    private long unknownAttempts;
    private BigDecimal unknownAtMost = BigDecimal.ZERO;

    /// `withLocal` if calls to this machine count too.
    LedgerAccount(BillFormat provider, boolean withLocal, Days days) {
        this.provider = provider;
        this.withLocal = withLocal;
        this.days = days;
    }

    Account account() {
        return account;
    }

    /// Attempts whose reply was lost: nobody knows whether they were billed.
    long unknownAttempts() {
        return unknownAttempts;
    }

    BigDecimal unknownAtMost() {
        return unknownAtMost;
    }

    /// Adds the calls of a run; whether it has any.
    boolean add(LandscapeExport export, String run) throws IOException {
        long before = counted;
        var services = new HashMap<Long, String>();
        List<ExportColumn> costs = new ExportRequest.Costs().columns();
        export.write(
                new ExportRequest.Costs(),
                run,
                values -> services.put(
                        (Long) values[ExportColumn.indexOf(costs, "node")],
                        String.valueOf(values[ExportColumn.indexOf(costs, "service")])));
        export.write(CALLS, run, values -> add(values, services));
        return counted > before;
    }

    private void add(@Nullable Object[] values, Map<Long, String> services) {
        String host = services.getOrDefault((Long) value(values, "node").orElseThrow(), "");
        if (!provider.isOwn(host) && !(withLocal && BillFormat.isLocal(host))) {
            return;
        }
        Optional<LocalDate> ended = value(values, "ended_at")
                .map(at -> ((Instant) at).atZone(ZoneOffset.UTC).toLocalDate());
        if (ended.filter(days::contain).isEmpty()) {
            return;
        }
        LocalDate day = ended.get();
        counted++;
        String state = String.valueOf(value(values, "state").orElse(""));
        BigDecimal cost =
                value(values, "cost_usd").map(usd -> ((Usd) usd).dollars()).orElse(BigDecimal.ZERO);
        if (state.equals("unknown")) {
            unknownAttempts++;
            unknownAtMost = unknownAtMost.add(cost);
        }
        if (!state.equals("answered")) {
            return;
        }
        String model = value(values, "model").map(String::valueOf).orElse("unknown");
        String tier = value(values, "tier_served")
                .or(() -> value(values, "tier_asked"))
                .map(String::valueOf)
                .orElse("standard");
        long cached = count(values, "cached_tokens");
        long halfHour = count(values, "write_30m_tokens");
        long hour = count(values, "write_1h_tokens");
        long written = count(values, "cache_write_tokens");
        account.add(new UsageKey(day, model, tier, TokenKind.INPUT), count(values, "input_tokens") - cached - written);
        account.add(new UsageKey(day, model, tier, TokenKind.CACHED_INPUT), cached);
        account.add(new UsageKey(day, model, tier, TokenKind.WRITE_5M), written - halfHour - hour);
        account.add(new UsageKey(day, model, tier, TokenKind.WRITE_30M), halfHour);
        account.add(new UsageKey(day, model, tier, TokenKind.WRITE_1H), hour);
        account.add(new UsageKey(day, model, tier, TokenKind.OUTPUT), count(values, "output_tokens"));
        account.add(new Account.CostKey(day, model), cost);
    }

    private static Optional<Object> value(@Nullable Object[] values, String column) {
        return Optional.ofNullable(values[ExportColumn.indexOf(CALLS.columns(), column)]);
    }

    private static long count(@Nullable Object[] values, String column) {
        return value(values, column).map(number -> (Long) number).orElse(0L);
    }
}
