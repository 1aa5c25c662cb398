package dev.rowan.cli.command;

import dev.rowan.cli.terminal.AnsiStyle;
import dev.rowan.cli.terminal.Table;
import dev.rowan.cli.terminal.Table.Column;
import dev.rowan.engine.report.Figures;
import dev.rowan.landscape.history.CallTotals;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The call totals of a run as text.
public record CallTotalsText(CallTotals totals, boolean simulated) {

    public Table table(AnsiStyle paint) {
        Table table = Table.of(Column.left("").painted(paint::dim), Column.left(""));
        rows().forEach(table::row);
        return table;
    }

    /// The values by label.
    public Map<String, String> rows() {
        var rows = new LinkedHashMap<String, String>();
        rows.put("calls", Figures.count(totals.calls()) + reused());
        rows.put("attempts", attempts());
        rows.put(
                "tokens",
                Figures.count(totals.inputTokens()) + " in, " + Figures.count(totals.outputTokens()) + " out");
        rows.put("cost", cost());
        totals.costs().remark(Figures::dollars).ifPresent(remark -> rows.put("of it", remark));
        return rows;
    }

    private String reused() {
        return totals.reused() == 0
                ? ""
                : ", and " + Figures.count(totals.reused()) + " reused from an earlier run at no cost";
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
