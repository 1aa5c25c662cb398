package dev.rowan.web.run;

import static dev.rowan.web.html.Tags.cls;
import static dev.rowan.web.html.Tags.p;
import static dev.rowan.web.html.Tags.text;

import dev.rowan.api.call.Usd;
import dev.rowan.web.chart.Axis;
import dev.rowan.web.chart.LineChart;
import dev.rowan.web.chart.Series;
import dev.rowan.web.chart.Series.Kind;
import dev.rowan.web.chart.Series.Point;
import dev.rowan.web.html.Html;
import dev.rowan.web.text.DisplayText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What was spent over time, where it leads, and what it may not pass.
final class CostCard {
    private CostCard() {}

    static Html of(RunFigures figures) {
        if (figures.spent().amount().isEmpty()) {
            return Cards.card("Cost", p(cls("sub"), text(words(figures)))); // nothing that could be drawn is known
        }
        List<Point> spent = new ArrayList<>();
        spent.add(new Point(0, 0));
        figures.told()
                .moments()
                .forEach(moment -> spent.add(
                        new Point(moment.worked(), dollars(moment.sample().spent()))));
        var series = new ArrayList<Series>();
        series.add(new Series("spent", 1, Kind.LINE, spent.size() == 1 ? List.of() : spent));
        double end = PaceCards.end(figures);
        double most = spent.getLast().y();
        Optional<Point> forecast = forecast(figures, end);
        if (forecast.isPresent() && spent.size() > 1) {
            Point shown = cut(spent.getLast(), forecast.get(), end * 2);
            series.add(new Series("forecast", 2, Kind.DASHED, List.of(spent.getLast(), shown)));
            end = shown.x();
            most = Math.max(most, shown.y());
        }
        double cap = figures.cap().map(CostCard::dollars).orElse(0.0);
        boolean near = cap > 0 && cap < most * 4;
        Axis up = Axis.dollars("US dollars", near ? Math.max(most, cap) : most);
        return Cards.card(
                "Cost",
                new LineChart(
                                "Cost over time",
                                words(figures),
                                Axis.seconds("time worked", end),
                                up,
                                series,
                                List.of(),
                                near
                                        ? Optional.of(new LineChart.Level(
                                                cap, "cap " + up.words().apply(cap)))
                                        : Optional.empty())
                        .html(),
                p(cls("sub"), text(words(figures))));
    }

    private static Optional<Point> forecast(RunFigures figures, double end) {
        if (figures.forecast().isEmpty() || figures.left().isEmpty()) {
            return Optional.empty();
        }
        Duration left = figures.left().get();
        return Optional.of(new Point(
                end + left.toMillis() / 1e3, dollars(figures.forecast().get())));
    }

    /// A forecast far away is drawn up to `end` only, so that what was stays large enough to see.
    private static Point cut(Point from, Point to, double end) {
        if (to.x() <= end || to.x() <= from.x()) {
            return to;
        }
        return new Point(end, from.y() + (to.y() - from.y()) * (end - from.x()) / (to.x() - from.x()));
    }

    static String words(RunFigures figures) {
        String reserved = figures.reservedWords();
        String spent = "Spent " + figures.spent().words(DisplayText::money)
                + figures.cap()
                        .map(cap -> " of at most " + DisplayText.money(cap))
                        .orElse(", without a cap")
                + (reserved.isEmpty() ? "" : "; " + reserved)
                + figures.spent()
                        .remark(DisplayText::money)
                        .map(remark -> "; " + remark)
                        .orElse("");
        String forecast = figures.forecast()
                .map(sum -> "; about " + DisplayText.money(sum) + " when it is done"
                        + (figures.cap().filter(cap -> sum.compareTo(cap) > 0).isPresent()
                                ? ", more than the cap: it would stop before"
                                : ""))
                .orElse("");
        return spent + forecast + ".";
    }

    private static double dollars(Usd usd) {
        return usd.dollars().doubleValue();
    }
}
