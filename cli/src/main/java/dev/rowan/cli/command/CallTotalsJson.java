package dev.rowan.cli.command;

import dev.rowan.api.call.Usd;
import dev.rowan.cli.terminal.CliJson;
import dev.rowan.landscape.history.CallTotals;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.TreeMap;

/// What the calls of a run add up to, for machines.
public final class CallTotalsJson {
    private CallTotalsJson() {}

    public static CliJson of(CallTotals totals) {
        var attempts = new LinkedHashMap<String, Object>();
        new TreeMap<>(totals.attempts()).forEach((state, count) -> attempts.put(state.word(), count));
        return CliJson.object()
                .put("calls", totals.calls())
                .put("reused", totals.reused())
                .put("attempts", attempts)
                .put("open", totals.open())
                .put("open_in_batches", totals.jobs().open())
                .put("waiting_for_a_batch", totals.jobs().parked())
                .put("input_tokens", totals.inputTokens())
                .put("output_tokens", totals.outputTokens())
                .put("cost_usd", totals.costs().amount().map(CallTotalsJson::usd))
                .put("cost_known", totals.costKnown())
                .put("worst_case_usd", usd(totals.costs().worst()))
                .put("uncertain_attempts", totals.costs().uncertain())
                .put("unpriced_attempts", totals.costs().unpriced())
                .put("reserved_usd", usd(totals.reserved()))
                .put("unpriced_in_batches", totals.jobs().unpriced());
    }

    /// An exact amount.
    public static BigDecimal usd(Usd amount) {
        return new BigDecimal(amount.toString());
    }
}
