package dev.rowan.web.chart;

import static dev.rowan.web.html.Html.element;
import static dev.rowan.web.html.Tags.attr;
import static dev.rowan.web.html.Tags.cls;
import static dev.rowan.web.html.Tags.table;
import static dev.rowan.web.html.Tags.td;
import static dev.rowan.web.html.Tags.text;
import static dev.rowan.web.html.Tags.th;
import static dev.rowan.web.html.Tags.tr;

import dev.rowan.web.chart.Series.Point;
import dev.rowan.web.html.Html;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/// The data of a chart as a table for screen readers: evenly spaced samples including the last.
final class FigureTable {
    private static final int LINES = 12;

    private FigureTable() {}

    static Html of(LineChart chart) {
        var head = new ArrayList<Html>();
        head.add(th(attr("scope", "col"), text(chart.x().name())));
        chart.series().forEach(one -> head.add(th(attr("scope", "col"), cls("num"), text(one.name()))));
        var lines = new ArrayList<Html>();
        for (double at : places(chart)) {
            var cells = new ArrayList<Html>();
            cells.add(th(attr("scope", "row"), text(chart.x().format(at))));
            chart.series().forEach(one -> cells.add(td(cls("num"), text(value(one, at, chart.y())))));
            lines.add(tr(Html.many(cells)));
        }
        return folded(chart.title(), tr(Html.many(head)), lines);
    }

    static Html folded(String title, Html head, List<Html> lines) {
        return element(
                "details",
                cls("figuretable"),
                element("summary", text("Figures")),
                table(
                        cls("grid"),
                        attr("aria-label", title),
                        element("thead", head),
                        element("tbody", Html.many(lines))));
    }

    private static List<Double> places(LineChart chart) {
        var all = new TreeSet<Double>();
        chart.series().forEach(one -> one.points().forEach(point -> all.add(point.x())));
        var list = new ArrayList<>(all);
        if (list.size() <= LINES) {
            return list;
        }
        var some = new ArrayList<Double>();
        for (int i = 0; i < LINES; i++) {
            some.add(list.get((int) ((long) (list.size() - 1) * i / (LINES - 1))));
        }
        return some;
    }

    /// The value at that time.
    private static String value(Series series, double at, Axis axis) {
        double held = Double.NaN;
        for (Point point : series.points()) {
            if (point.x() > at) {
                break;
            }
            held = point.y();
        }
        return Double.isNaN(held) ? "–" : axis.format(held);
    }
}
