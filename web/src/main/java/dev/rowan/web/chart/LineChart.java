package dev.rowan.web.chart;

import static dev.rowan.web.html.Html.element;
import static dev.rowan.web.html.Tags.cls;
import static dev.rowan.web.html.Tags.div;

import dev.rowan.web.chart.Series.Point;
import dev.rowan.web.html.Html;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A line chart over time with marks and an upper level. `summary` describes it in a sentence.
public record LineChart(
        String title, String summary, Axis x, Axis y, List<Series> series, List<Mark> marks, Optional<Level> level) {
    private static final int HEIGHT = 190;
    private static final int MAX_POINTS = 400;

    /// An event; `bad` ones are highlighted.
    public record Mark(double x, double y, String label, boolean bad) {}

    /// A line across the chart.
    public record Level(double y, String label) {}

    public LineChart {
        series = series.stream().map(one -> one.thinned(MAX_POINTS)).toList();
        marks = List.copyOf(marks);
    }

    public Html html() {
        var pieces = new ArrayList<Html>();
        grid(pieces);
        boolean any = series.stream().anyMatch(one -> one.places() > 0);
        if (any) {
            pieces.add(Svg.stretched(HEIGHT, lines()));
            series.stream().flatMap(this::singles).forEach(pieces::add);
            level.ifPresent(one -> level(one, pieces));
            marks.forEach(mark -> pieces.add(
                    Svg.dot(x.at(mark.x()), down(mark.y()), 4, mark.bad() ? "mark hot" : "mark", mark.label())));
        } else {
            pieces.add(Svg.label(0.5, HEIGHT / 2d, "middle", "nothing", "No figures yet"));
        }
        return element(
                "figure",
                cls("chart"),
                Legend.of(series),
                div(cls("plotbox"), Svg.drawing(HEIGHT, title, summary, pieces)),
                Html.when(any, FigureTable.of(this)));
    }

    private void grid(List<Html> pieces) {
        for (double tick : y.ticks()) {
            pieces.add(Svg.line(0, down(tick), 1, down(tick), tick == 0 ? "axis base" : "axis"));
            pieces.add(Svg.tickLabel(-8, down(tick) + 4, "end", y.format(tick)));
        }
        for (double tick : x.ticks()) {
            pieces.add(Svg.label(x.at(tick), HEIGHT + 17d, "middle", "tick", x.format(tick)));
        }
    }

    private void level(Level one, List<Html> pieces) {
        if (one.y() <= y.end()) {
            pieces.add(Svg.line(0, down(one.y()), 1, down(one.y()), "level dash"));
            pieces.add(
                    Svg.label(1, down(one.y()) + (one.y() > y.end() * 0.9 ? 13 : -5), "end", "levelword", one.label()));
        }
    }

    private List<Html> lines() {
        var lines = new ArrayList<Html>();
        if (series.stream().filter(one -> one.kind() != Series.Kind.DASHED).count() == 1) {
            series.stream()
                    .filter(one -> one.kind() != Series.Kind.DASHED && one.places() > 1)
                    .forEach(one ->
                            lines.add(Svg.path("area f" + one.colour(), PenPath.area(one, this::across, this::down))));
        }
        for (Series one : series) {
            String dash = one.kind() == Series.Kind.DASHED ? " dash" : "";
            lines.add(Svg.path("line s" + one.colour() + dash, PenPath.of(one, this::across, this::down)));
        }
        return lines;
    }

    /// A point that nothing joins would not be seen.
    private Stream<Html> singles(Series one) {
        return one.places() == 1
                ? one.points().stream().filter(point -> !point.isBreak()).map(point -> single(one, point))
                : Stream.of();
    }

    private Html single(Series one, Point point) {
        return Svg.dot(
                x.at(point.x()), down(point.y()), 3.5, "f" + one.colour(), one.name() + ": " + y.format(point.y()));
    }

    private double across(double value) {
        return x.at(value) * 1000;
    }

    private double down(double value) {
        return HEIGHT * (1 - y.at(value));
    }
}
