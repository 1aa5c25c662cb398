package dev.rowan.web.chart;

import static dev.rowan.web.html.Html.element;
import static dev.rowan.web.html.Tags.attr;
import static dev.rowan.web.html.Tags.cls;
import static dev.rowan.web.html.Tags.div;
import static dev.rowan.web.html.Tags.td;
import static dev.rowan.web.html.Tags.text;
import static dev.rowan.web.html.Tags.th;
import static dev.rowan.web.html.Tags.tr;

import dev.rowan.web.html.Html;
import java.util.ArrayList;
import java.util.List;

/// A histogram. `edges` are the labels between the buckets, of which every third is shown; `marks` are positions
/// among the buckets, such as a median.
public record Histogram(String title, String summary, List<Long> counts, List<String> edges, List<Mark> marks) {
    private static final int HEIGHT = 150;

    /// A marked position: `at` is 2.5 in the middle of the third bucket.
    public record Mark(double at, String label) {}

    public Histogram {
        counts = List.copyOf(counts);
        edges = List.copyOf(edges);
        marks = List.copyOf(marks);
    }

    public Html html() {
        return element(
                "figure",
                cls("chart"),
                div(cls("plotbox topped"), Svg.drawing(HEIGHT, title, summary, drawn())),
                table());
    }

    private List<Html> drawn() {
        var pieces = new ArrayList<Html>();
        long max = counts.stream().mapToLong(Long::longValue).max().orElse(0);
        Axis up = Axis.count("count", (double) max);
        for (double tick : up.ticks()) {
            pieces.add(Svg.line(0, down(up, tick), 1, down(up, tick), tick == 0 ? "axis base" : "axis"));
            pieces.add(Svg.tickLabel(-8, down(up, tick) + 4, "end", up.format(tick)));
        }
        if (max == 0) {
            pieces.add(Svg.label(0.5, HEIGHT / 2d, "middle", "nothing", "No figures yet"));
            return pieces;
        }
        double wide = 1d / counts.size();
        for (int i = 0; i < counts.size(); i++) {
            double top = down(up, counts.get(i));
            if (counts.get(i) > 0) {
                pieces.add(Svg.box(
                        (i + 0.06) * wide,
                        Math.min(top, HEIGHT - 1.5),
                        0.88 * wide,
                        Math.max(HEIGHT - top, 1.5),
                        "f1",
                        name(i) + ": " + counts.get(i)));
            }
        }
        for (int i = 0; i < edges.size(); i++) {
            if (i % 3 == 1) {
                pieces.add(Svg.label((i + 1) * wide, HEIGHT + 17d, "middle", "tick", edges.get(i)));
            }
        }
        marks(wide, pieces);
        return pieces;
    }

    /// Labels of marks that are close to each other are stacked.
    private void marks(double wide, List<Html> pieces) {
        for (int i = 0; i < marks.size(); i++) {
            Mark mark = marks.get(i);
            double x = mark.at() * wide;
            double y = -8 - 13d * (marks.size() - 1 - i);
            pieces.add(Svg.line(x, y + 3, x, HEIGHT, "markline"));
            String anchor = x > 0.75 ? "end" : "start";
            pieces.add(Svg.label(x, y, anchor, "markword", mark.label()));
        }
    }

    private static double down(Axis up, double value) {
        return HEIGHT * (1 - up.at(value));
    }

    private String name(int at) {
        if (edges.isEmpty()) {
            return title;
        }
        if (at == 0) {
            return "up to " + edges.getFirst();
        }
        return at >= edges.size() ? "more than " + edges.getLast() : edges.get(at - 1) + " to " + edges.get(at);
    }

    private Html table() {
        var lines = new ArrayList<Html>();
        for (int i = 0; i < counts.size(); i++) {
            if (counts.get(i) > 0) {
                lines.add(tr(
                        th(attr("scope", "row"), text(name(i))),
                        td(cls("num"), text(String.format(java.util.Locale.ROOT, "%,d", counts.get(i))))));
            }
        }
        return FigureTable.folded(
                title,
                tr(th(attr("scope", "col"), text("Class")), th(attr("scope", "col"), cls("num"), text("Count"))),
                lines);
    }
}
