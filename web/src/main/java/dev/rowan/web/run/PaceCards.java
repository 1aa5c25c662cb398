package dev.rowan.web.run;

import dev.rowan.landscape.record.Sample;
import dev.rowan.web.chart.Axis;
import dev.rowan.web.chart.LineChart;
import dev.rowan.web.chart.Series;
import dev.rowan.web.chart.Series.Kind;
import dev.rowan.web.chart.Series.Point;
import dev.rowan.web.html.Html;
import dev.rowan.web.text.DisplayText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BiFunction;
import java.util.function.ToLongFunction;

/// How fast rows were done over time, and what share of the attempts was refused.
final class PaceCards {
    /// The colours of transforms.
    private static final List<Integer> COLOURS = List.of(1, 2, 4, 5);

    /// A rate is that of so many seconds before it, or of this part of the whole: rows leave in order, so in
    /// bursts.
    private static final double WINDOW_SECONDS = 4;

    private static final double WINDOW_PART = 1 / 50d;

    private PaceCards() {}

    static Html throughput(RunFigures figures) {
        List<ChartSample> moments = figures.told().moments();
        var series = new ArrayList<Series>();
        series.add(new Series("rows done", 3, Kind.LINE, rates(moments, Sample::rowsEnded)));
        for (NodeFigures node : figures.nodes()) {
            if (node.calls() && series.size() < COLOURS.size() + 1) {
                int colour = COLOURS.get(series.size() - 1);
                int index = node.node().index();
                series.add(new Series(
                        node.node().name(), colour, Kind.LINE, rates(moments, sample -> visits(sample, index))));
            }
        }
        double most = series.stream()
                .flatMap(one -> one.points().stream())
                .mapToDouble(Point::y)
                .filter(Double::isFinite)
                .max()
                .orElse(0);
        String now = figures.rowsPerSecond().isPresent()
                ? DisplayText.rate(figures.rowsPerSecond().getAsDouble())
                : "not known";
        return Cards.card(
                "Rows per second",
                new LineChart(
                                "Rows done per second over time",
                                "At most " + DisplayText.rate(most) + "; "
                                        + (figures.isRunning() ? "now " : "on average ") + now,
                                Axis.seconds("time worked", end(figures)),
                                Axis.perSecond("rows per second", most),
                                series)
                        .html());
    }

    static Html refused(RunFigures figures) {
        List<ChartSample> moments = figures.told().moments();
        long all =
                figures.nodes().stream().mapToLong(one -> one.node().refused()).sum();
        List<Point> shares = shares(moments);
        double most = shares.stream()
                .mapToDouble(Point::y)
                .filter(Double::isFinite)
                .max()
                .orElse(0);
        return Cards.card(
                "Refused attempts (429)",
                new LineChart(
                                "Share of attempts that were refused for lack of room, over time",
                                DisplayText.count(all) + " attempts were refused in all",
                                Axis.seconds("time worked", end(figures)),
                                Axis.share("share of attempts", most),
                                List.of(new Series("429 share", 2, Kind.LINE, shares)))
                        .html());
    }

    static double end(RunFigures figures) {
        return figures.told().last().map(ChartSample::worked).orElse(1.0);
    }

    private static long visits(Sample sample, int index) {
        return sample.nodes().stream()
                .filter(node -> node.index() == index)
                .mapToLong(Sample.Node::visits)
                .sum();
    }

    /// What a counter rose by in a second, at each moment over the seconds before it; where it fell or
    /// someone was away, a break.
    static List<Point> rates(List<ChartSample> moments, ToLongFunction<Sample> counter) {
        return over(
                moments,
                (before, here) -> NodeFigures.rate(
                        counter.applyAsLong(here.sample())
                                - before.map(one -> counter.applyAsLong(one.sample()))
                                        .orElse(0L),
                        here.worked() - before.map(ChartSample::worked).orElse(0.0)));
    }

    private static List<Point> shares(List<ChartSample> moments) {
        return over(
                moments,
                (before, here) -> NodeFigures.share(
                        sum(here.sample(), Sample.Node::refused)
                                - before.map(one -> sum(one.sample(), Sample.Node::refused))
                                        .orElse(0L),
                        sum(here.sample(), Sample.Node::attempts)
                                - before.map(one -> sum(one.sample(), Sample.Node::attempts))
                                        .orElse(0L)));
    }

    /// What is told of a moment and the one some seconds before it; of the first there is none.
    private static List<Point> over(
            List<ChartSample> moments, BiFunction<Optional<ChartSample>, ChartSample, OptionalDouble> difference) {
        var points = new ArrayList<Point>();
        double window = moments.isEmpty()
                ? WINDOW_SECONDS
                : Math.max(WINDOW_SECONDS, moments.getLast().worked() * WINDOW_PART);
        int from = 0;
        for (int i = 0; i < moments.size(); i++) {
            ChartSample here = moments.get(i);
            from = here.resumed() ? i : from;
            while (from + 1 < i && here.worked() - moments.get(from + 1).worked() >= window) {
                from++;
            }
            Optional<ChartSample> before = i == 0 ? Optional.empty() : Optional.of(moments.get(from));
            points.add(new Point(here.worked(), difference.apply(before, here).orElse(Double.NaN)));
        }
        return points;
    }

    static long sum(Sample sample, ToLongFunction<Sample.Node> counter) {
        return sample.nodes().stream().mapToLong(counter).sum();
    }
}
