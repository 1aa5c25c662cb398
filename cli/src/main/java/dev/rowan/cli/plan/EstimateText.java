package dev.rowan.cli.plan;

import dev.rowan.cli.run.CallFigures;
import dev.rowan.cli.terminal.AnsiStyle;
import dev.rowan.cli.terminal.SafeText;
import dev.rowan.cli.terminal.Table;
import dev.rowan.cli.terminal.Table.Column;
import dev.rowan.cli.terminal.Terminal;
import dev.rowan.cli.terminal.Wrap;
import dev.rowan.engine.plan.CostRange;
import dev.rowan.engine.plan.Forecast;
import dev.rowan.engine.plan.NodeForecast;
import dev.rowan.engine.report.Figures;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// An estimate as text: nodes, costs and remarks.
final class EstimateText {
    private static final String INDENT = "  ";
    private static final String NONE = "-";
    private static final String UNKNOWN = "unknown";

    /// The width from which the bottleneck column fits.
    private static final int WIDE = 100;

    private final EstimatedRun estimate;
    private final Forecast forecast;
    private final Terminal screen;
    private final AnsiStyle paint;

    EstimateText(EstimatedRun estimate, Terminal screen) {
        this.estimate = estimate;
        this.forecast = estimate.forecast();
        this.screen = screen;
        this.paint = screen.paint();
    }

    List<String> lines() {
        var lines = new ArrayList<String>();
        lines.add(paint.bold("Estimate for " + SafeText.line(estimate.name())) + ": "
                + Figures.counted(forecast.scope().rows(), "row") + ", nothing was sent"
                + (estimate.simulated() ? ", " + CallFigures.SIMULATED : ""));
        if (!forecast.nodes().isEmpty()) {
            lines.add("");
            lines.addAll(work().lines(INDENT, screen));
            lines.add("");
            lines.addAll(costs().lines(INDENT, screen));
            lines.addAll(new EstimateAdvice(forecast).lines(screen));
            estimate.cascades().forEach(cascade -> lines.addAll(Wrap.lines(cascade.text(), INDENT, screen.width())));
        }
        lines.add("");
        for (String remark : new EstimateRemarks(estimate).all()) {
            List<String> wrapped = Wrap.lines(SafeText.line(remark), INDENT, screen.width());
            lines.addAll(wrapped);
        }
        return lines;
    }

    private Table work() {
        boolean wide = screen.width() >= WIDE;
        Table table = Table.of(
                Column.left("node"),
                Column.right("rows"),
                Column.right("calls"),
                Column.right("tokens in"),
                Column.right("tokens out"),
                Column.right("time"),
                Column.left(wide ? "limited by" : ""));
        for (NodeForecast node : forecast.nodes()) {
            if (isUnknown(node)) {
                table.row(SafeText.line(node.node().name()), UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, "");
                continue;
            }
            table.row(
                    SafeText.line(node.node().name()),
                    range(node.rows(), node.more().map(NodeForecast.More::rows)),
                    range(node.calls(), node.more().map(NodeForecast.More::calls)),
                    range(node.inputTokens(), node.more().map(NodeForecast.More::inputTokens)),
                    range(node.outputTokens(), node.more().map(NodeForecast.More::outputTokens)),
                    node.calls() == 0 ? NONE : Figures.duration(node.time().time()),
                    wide && node.calls() > 0 ? node.time().by().word() : "");
        }
        return table;
    }

    /// Whether all its calls are for the rows of an aggregate.
    private boolean isUnknown(NodeForecast node) {
        return node.rows() == 0
                && node.more().isEmpty()
                && forecast.unplanned().contains(node.node().name());
    }

    /// `8`, or `0..8` if more may come.
    private static String range(long least, Optional<Long> more) {
        return Figures.count(least)
                + more.filter(count -> count > 0)
                        .map(count -> ".." + Figures.count(least + count))
                        .orElse("");
    }

    private static String range(BigDecimal least, BigDecimal most) {
        return Figures.dollars(least) + (most.compareTo(least) > 0 ? ".." + Figures.dollars(most) : "");
    }

    private Table costs() {
        Table table = Table.of(
                Column.left("cost"),
                Column.right("likely"),
                Column.right("worst case"),
                Column.right("in batch"),
                Column.right("worst case"));
        for (NodeForecast node : forecast.nodes()) {
            boolean unknown = isUnknown(node) || (node.unpriced() > 0 && node.unpriced() == node.calls());
            costs(
                    table,
                    SafeText.line(node.node().name()),
                    unknown ? Optional.empty() : Optional.of(node.cost()),
                    node.most(),
                    unknown ? Optional.empty() : node.batch(),
                    unknown ? UNKNOWN : NONE);
        }
        if (forecast.nodes().size() > 1) {
            boolean whole = forecast.unpriced() == 0 && forecast.unplanned().isEmpty();
            String name = whole ? "total" : "total, without unknown";
            costs(table, name, Optional.of(forecast.cost()), forecast.most(), forecast.batch(), NONE);
        }
        return table;
    }

    private static void costs(
            Table table,
            String name,
            Optional<CostRange> cost,
            CostRange most,
            Optional<CostRange> batch,
            String absent) {
        table.row(
                name,
                cost.map(c -> range(c.likely(), most.likely())).orElse(absent),
                cost.map(c -> range(c.worst(), most.worst())).orElse(absent),
                batch.map(c -> Figures.dollars(c.likely())).orElse(NONE),
                batch.map(c -> Figures.dollars(c.worst())).orElse(NONE));
    }
}
