package dev.rowan.cli.command;

import dev.rowan.api.call.Usd;
import dev.rowan.cli.terminal.AnsiStyle;
import dev.rowan.cli.terminal.Table;
import dev.rowan.cli.terminal.Table.Column;
import dev.rowan.engine.report.Figures;
import dev.rowan.engine.startup.RunForecast;
import dev.rowan.landscape.history.CallTotals;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The call totals of a run as text.
public record CallTotalsText(CallTotals totals, boolean simulated, Optional<RunForecast> forecast) {

    public CallTotalsText(CallTotals totals, boolean simulated) {
        this(totals, simulated, Optional.empty());
    }

    public Table table(AnsiStyle paint) {
        Table table = Table.of(Column.left("").painted(paint::dim), Column.left(""));
        rows().forEach(table::row);
        return table;
    }

    /// The values by label.
    public Map<String, String> rows() {
        var rows = new LinkedHashMap<String, String>();
        rows.put("calls", Figures.count(totals.calls()) + taken());
        rows.put("attempts", attempts());
        rows.put(
                "tokens",
                Figures.count(totals.inputTokens()) + " in" + cache() + ", " + Figures.count(totals.outputTokens())
                        + " out");
        rows.put("cost", cost());
        if (!totals.saved().equals(Usd.ZERO)) {
            rows.put("saved", Figures.dollars(totals.saved()) + ", the original cost of reused and shared answers");
        }
        totals.costs().remark(Figures::dollars).ifPresent(remark -> rows.put("of it", remark));
        forecast.ifPresent(expected -> rows.put("forecast", compared(expected)));
        return rows;
    }

    /// `41,000 in (actual +2.1 %), 900 out (-3.0 %), $0.12 (+1.0 %)`
    private String compared(RunForecast expected) {
        return Figures.count(expected.inputTokens()) + " in (actual "
                + difference((double) totals.inputTokens(), (double) expected.inputTokens()) + "), "
                + Figures.count(expected.outputTokens()) + " out ("
                + difference((double) totals.outputTokens(), (double) expected.outputTokens()) + ")"
                + expected.usd()
                        .map(usd -> ", " + Figures.dollars(usd) + " ("
                                + difference(totals.cost().dollars().doubleValue(), usd.doubleValue()) + ")")
                        .orElse("");
    }

    private static String difference(double actual, double expected) {
        return expected == 0
                ? actual == 0 ? "the same" : "unexpected"
                : String.format(Locale.ROOT, "%+.1f %%", 100 * (actual - expected) / expected);
    }

    /// ` (9,000 cached, 3,000 written to the cache)`
    private String cache() {
        var parts = new ArrayList<String>();
        if (totals.cache().read() > 0) {
            parts.add(Figures.count(totals.cache().read()) + " cached");
        }
        if (totals.cache().written() > 0) {
            parts.add(Figures.count(totals.cache().written()) + " written to the cache");
        }
        return parts.isEmpty() ? "" : " (" + String.join(", ", parts) + ")";
    }

    /// `, and 20 reused from an earlier run, 30 shared with equal requests, at no cost`
    private String taken() {
        String reused = totals.reused() == 0 ? "" : Figures.count(totals.reused()) + " reused from an earlier run";
        String shared = totals.shared() == 0 ? "" : Figures.count(totals.shared()) + " shared with equal requests";
        String both = reused + (reused.isEmpty() || shared.isEmpty() ? "" : ", ") + shared;
        return both.isEmpty() ? "" : ", and " + both + (shared.isEmpty() ? "" : ",") + " at no cost";
    }

    /// `3,020: 3,000 answered, 20 rejected`
    private String attempts() {
        String states = new TreeMap<>(totals.attempts())
                .entrySet().stream()
                        .map(entry -> Figures.count(entry.getValue()) + " "
                                + entry.getKey().word().replace('_', ' '))
                        .collect(Collectors.joining(", "));
        String open = open(totals.openInRealTime(), " open", states.isEmpty())
                + open(totals.jobs().open(), " in batches", states.isEmpty() && totals.openInRealTime() == 0);
        return Figures.count(totals.allAttempts()) + (states.isEmpty() && open.isEmpty() ? "" : ": ") + states + open;
    }

    private static String open(long count, String label, boolean first) {
        return count == 0 ? "" : (first ? "" : ", ") + Figures.count(count) + label;
    }

    private String cost() {
        String cost = totals.costText(Figures::dollars);
        return simulated ? "SIMULATED, not billed; would be " + cost : cost;
    }
}
