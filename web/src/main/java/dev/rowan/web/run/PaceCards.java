package dev.rowan.web.run;

import dev.rowan.engine.report.Figures;
import dev.rowan.engine.report.NodeReport;
import dev.rowan.engine.report.RunReport;
import dev.rowan.engine.report.RunSample;
import dev.rowan.landscape.record.Sample;
import dev.rowan.web.chart.Axis;
import dev.rowan.web.chart.LineChart;
import dev.rowan.web.chart.Series;
import dev.rowan.web.chart.Series.Kind;
import dev.rowan.web.chart.Series.Point;
import dev.rowan.web.html.Html;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BiFunction;
import java.util.function.ToLongFunction;

/// Throughput and share of rate-limited attempts over time.
final class PaceCards {
    /// The colours of transforms.
    private static final List<Integer> COLOURS = List.of(1, 2, 4, 5);

    /// The window of a rate: rows are released in order, and so in bursts.
    private static final double WINDOW_SECONDS = 4;

    private static final double WINDOW_PART = 1 / 50d;

    private PaceCards() {}

    static Html throughput(RunReport report) {
        List<RunSample> samples = report.history().samples();
        var series = new ArrayList<Series>();
        series.add(new Series("rows done", 3, Kind.LINE, rates(samples, Sample::rowsEnded)));
        for (NodeReport node : report.nodes()) {
            if (node.calls() && series.size() < COLOURS.size() + 1) {
                int colour = COLOURS.get(series.size() - 1);
                int index = node.node().index();
                series.add(new Series(
                        node.node().name(), colour, Kind.LINE, rates(samples, sample -> visits(sample, index))));
            }
        }
        double max = series.stream()
                .flatMap(one -> one.points().stream())
                .mapToDouble(Point::y)
                .filter(Double::isFinite)
                .max()
                .orElse(0);
        String now = report.rowsPerSecond().isPresent()
                ? Figures.perSecond(report.rowsPerSecond().getAsDouble())
                : "unknown";
        return Cards.card(
                "Rows per second",
                new LineChart(
                                "Rows done per second over time",
                                "At most " + Figures.perSecond(max) + "; "
                                        + (report.isRunning() ? "now " : "on average ") + now,
                                Axis.seconds("run time", end(report)),
                                Axis.perSecond("rows per second", max),
                                series,
                                List.of(),
                                Optional.empty())
                        .html());
    }

    static Html refused(RunReport report) {
        List<RunSample> samples = report.history().samples();
        long all =
                report.nodes().stream().mapToLong(one -> one.node().refused()).sum();
        List<Point> shares = shares(samples);
        double max = shares.stream()
                .mapToDouble(Point::y)
                .filter(Double::isFinite)
                .max()
                .orElse(0);
        return Cards.card(
                "Rate-limited attempts (429)",
                new LineChart(
                                "Share of rate-limited attempts (429) over time",
                                Figures.count(all) + " attempts were rate-limited in total",
                                Axis.seconds("run time", end(report)),
                                Axis.share("share of attempts", max),
                                List.of(new Series("429 share", 2, Kind.LINE, shares)),
                                List.of(),
                                Optional.empty())
                        .html());
    }

    static double end(RunReport report) {
        return report.history().last().map(RunSample::runSeconds).orElse(1.0);
    }

    private static long visits(Sample sample, int index) {
        return sample.nodes().stream()
                .filter(node -> node.index() == index)
                .mapToLong(Sample.Node::visits)
                .sum();
    }

    /// The rate of a counter over the window before each sample; a break where it fell or the run was stopped.
    static List<Point> rates(List<RunSample> samples, ToLongFunction<Sample> counter) {
        return over(
                samples,
                (before, here) -> NodeReport.rate(
                        counter.applyAsLong(here.sample())
                                - before.map(one -> counter.applyAsLong(one.sample()))
                                        .orElse(0L),
                        here.runSeconds() - before.map(RunSample::runSeconds).orElse(0.0)));
    }

    private static List<Point> shares(List<RunSample> samples) {
        return over(
                samples,
                (before, here) -> NodeReport.share(
                        sum(here.sample(), Sample.Node::refused)
                                - before.map(one -> sum(one.sample(), Sample.Node::refused))
                                        .orElse(0L),
                        sum(here.sample(), Sample.Node::attempts)
                                - before.map(one -> sum(one.sample(), Sample.Node::attempts))
                                        .orElse(0L)));
    }

    /// A value per sample and an earlier one, which the first does not have.
    private static List<Point> over(
            List<RunSample> samples, BiFunction<Optional<RunSample>, RunSample, OptionalDouble> difference) {
        var points = new ArrayList<Point>();
        double window = samples.isEmpty()
                ? WINDOW_SECONDS
                : Math.max(WINDOW_SECONDS, samples.getLast().runSeconds() * WINDOW_PART);
        int from = 0;
        for (int i = 0; i < samples.size(); i++) {
            RunSample here = samples.get(i);
            from = here.resumed() ? i : from;
            while (from + 1 < i && here.runSeconds() - samples.get(from + 1).runSeconds() >= window) {
                from++;
            }
            Optional<RunSample> before = i == 0 ? Optional.empty() : Optional.of(samples.get(from));
            points.add(
                    new Point(here.runSeconds(), difference.apply(before, here).orElse(Double.NaN)));
        }
        return points;
    }

    static long sum(Sample sample, ToLongFunction<Sample.Node> counter) {
        return sample.nodes().stream().mapToLong(counter).sum();
    }
}
