package dev.rowan.web.run;

import static dev.rowan.web.html.Tags.cls;
import static dev.rowan.web.html.Tags.p;
import static dev.rowan.web.html.Tags.text;

import dev.rowan.api.call.Usd;
import dev.rowan.engine.report.Figures;
import dev.rowan.engine.report.RunReport;
import dev.rowan.web.chart.Axis;
import dev.rowan.web.chart.LineChart;
import dev.rowan.web.chart.Series;
import dev.rowan.web.chart.Series.Kind;
import dev.rowan.web.chart.Series.Point;
import dev.rowan.web.html.Html;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The cost over time with forecast and budget.
final class CostCard {
    private CostCard() {}

    static Html of(RunReport report) {
        if (report.spent().amount().isEmpty()) {
            return Cards.card("Cost", p(cls("sub"), text(describe(report)))); // nothing that could be drawn is known
        }
        List<Point> spent = new ArrayList<>();
        spent.add(new Point(0, 0));
        report.history()
                .samples()
                .forEach(moment -> spent.add(
                        new Point(moment.runSeconds(), dollars(moment.sample().spent()))));
        var series = new ArrayList<Series>();
        series.add(new Series("spent", 1, Kind.LINE, spent.size() == 1 ? List.of() : spent));
        double end = PaceCards.end(report);
        double max = spent.getLast().y();
        Optional<Point> forecast = forecast(report, end);
        if (forecast.isPresent() && spent.size() > 1) {
            Point shown = cut(spent.getLast(), forecast.get(), end * 2);
            series.add(new Series("forecast", 2, Kind.DASHED, List.of(spent.getLast(), shown)));
            end = shown.x();
            max = Math.max(max, shown.y());
        }
        double cap = report.cap().map(CostCard::dollars).orElse(0.0);
        boolean near = cap > 0 && cap < max * 4;
        Axis up = Axis.dollars("US dollars", near ? Math.max(max, cap) : max);
        return Cards.card(
                "Cost",
                new LineChart(
                                "Cost over time",
                                describe(report),
                                Axis.seconds("run time", end),
                                up,
                                series,
                                List.of(),
                                near
                                        ? Optional.of(new LineChart.Level(
                                                cap, "budget " + up.formatter().apply(cap)))
                                        : Optional.empty())
                        .html(),
                p(cls("sub"), text(describe(report))));
    }

    private static Optional<Point> forecast(RunReport report, double end) {
        if (report.forecast().isEmpty() || report.estimate().timeLeft().isEmpty()) {
            return Optional.empty();
        }
        Duration left = report.estimate().timeLeft().get();
        return Optional.of(
                new Point(end + left.toMillis() / 1e3, dollars(report.forecast().get())));
    }

    /// A forecast far away is drawn up to `end` only, so that what was stays large enough to see.
    private static Point cut(Point from, Point to, double end) {
        if (to.x() <= end || to.x() <= from.x()) {
            return to;
        }
        return new Point(end, from.y() + (to.y() - from.y()) * (end - from.x()) / (to.x() - from.x()));
    }

    static String describe(RunReport report) {
        String reserved = report.reservedText();
        String spent = "Spent " + report.spent().text(Figures::dollars)
                + report.cap().map(cap -> " of at most " + Figures.dollars(cap)).orElse(", no budget")
                + (reserved.isEmpty() ? "" : "; " + reserved)
                + report.spent()
                        .remark(Figures::dollars)
                        .map(remark -> "; " + remark)
                        .orElse("");
        String forecast = report.forecast()
                .map(sum -> "; about " + Figures.dollars(sum) + " when it is done"
                        + (report.cap().filter(cap -> sum.compareTo(cap) > 0).isPresent()
                                ? ", above the budget: the run would stop early"
                                : ""))
                .orElse("");
        return spent + forecast + ".";
    }

    private static double dollars(Usd usd) {
        return usd.dollars().doubleValue();
    }
}
