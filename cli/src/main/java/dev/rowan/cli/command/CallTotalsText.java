package dev.rowan.cli.command;

import dev.rowan.api.call.Usd;
import dev.rowan.cli.terminal.Figures;
import dev.rowan.cli.terminal.Paint;
import dev.rowan.cli.terminal.Table;
import dev.rowan.cli.terminal.Table.Column;
import dev.rowan.landscape.story.CallTotals;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// What the calls of a run add up to, for people.
public record CallTotalsText(CallTotals totals, boolean simulated) {

    public Table table(Paint paint) {
        return Table.of(Column.left("").painted(paint::dim), Column.left(""))
                .row("calls", Figures.count(totals.calls()) + reused())
                .row("attempts", attempts())
                .row(
                        "tokens",
                        Figures.count(totals.inputTokens()) + " in, " + Figures.count(totals.outputTokens()) + " out")
                .row("cost", cost());
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
        long all = totals.attempts().values().stream().mapToLong(n -> n).sum() + totals.open();
        return Figures.count(all) + ": " + states + open;
    }

    private static String open(long count, String words, boolean first) {
        return count == 0 ? "" : (first ? "" : ", ") + Figures.count(count) + words;
    }

    private String cost() {
        String cost = (totals.costKnown() ? "" : "at most ") + Figures.dollars(totals.cost());
        String reserved = totals.reserved().equals(Usd.ZERO)
                ? ""
                : " and at most " + Figures.dollars(totals.reserved()) + " more";
        return simulated ? "SIMULATED, nothing was paid; it would be " + cost + reserved : cost + reserved;
    }
}
