package dev.rowan.web.run;

import static dev.rowan.web.html.Html.element;
import static dev.rowan.web.html.Tags.cls;
import static dev.rowan.web.html.Tags.li;
import static dev.rowan.web.html.Tags.p;
import static dev.rowan.web.html.Tags.span;
import static dev.rowan.web.html.Tags.text;
import static dev.rowan.web.html.Tags.ul;

import dev.rowan.engine.report.Figures;
import dev.rowan.engine.report.LimitChange;
import dev.rowan.engine.report.RecordedHistory;
import dev.rowan.engine.report.RunReport;
import dev.rowan.engine.report.RunSample;
import dev.rowan.landscape.record.Sample;
import dev.rowan.web.chart.Axis;
import dev.rowan.web.chart.LineChart;
import dev.rowan.web.chart.LineChart.Mark;
import dev.rowan.web.chart.Series;
import dev.rowan.web.chart.Series.Kind;
import dev.rowan.web.chart.Series.Point;
import dev.rowan.web.html.Html;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The pace that the controller allows each service over time, and why it changed.
final class LimitCard {
    private static final int LISTED = 12;
    private static final int MARKED = 60;
    private static final int MAX_SERVICES = 4;

    private LimitCard() {}

    static Html of(RunReport report) {
        List<RunSample> samples = report.history().samples();
        Set<String> services = services(samples);
        var series = new ArrayList<Series>();
        for (String service : services) {
            if (series.size() < MAX_SERVICES) {
                series.add(new Series(
                        services.size() == 1 ? "limit" : service,
                        series.size() + 1,
                        Kind.STEP,
                        limits(samples, service)));
            }
        }
        series.add(new Series("sent", 5, Kind.DASHED, PaceCards.rates(samples, LimitCard::attempts)));
        double max = top(series);
        return Cards.card(
                "Rate limit",
                new LineChart(
                                "Rate limit in requests per second over time",
                                summary(report),
                                Axis.seconds("run time", PaceCards.end(report)),
                                Axis.perSecond("requests per second", max),
                                series,
                                marks(report.history().limits()),
                                Optional.empty())
                        .html(),
                now(report));
    }

    /// High enough for the actual rate and most limits; the few above it, such as a first guess, are drawn at the
    /// top.
    private static double top(List<Series> series) {
        double[] limits = series.stream()
                .filter(one -> one.kind() == Kind.STEP)
                .flatMap(one -> one.points().stream())
                .mapToDouble(Point::y)
                .filter(Double::isFinite)
                .sorted()
                .toArray();
        double sent = series.getLast().points().stream()
                .mapToDouble(Point::y)
                .filter(Double::isFinite)
                .max()
                .orElse(0);
        if (limits.length == 0) {
            return sent;
        }
        double usual = limits[(int) (limits.length * 0.9)];
        return Math.max(sent, Math.min(limits[limits.length - 1], usual * 1.5));
    }

    private static long attempts(Sample sample) {
        return PaceCards.sum(sample, Sample.Node::attempts);
    }

    private static Set<String> services(List<RunSample> samples) {
        var services = new LinkedHashSet<String>();
        samples.forEach(moment -> services.addAll(names(moment.sample())));
        return services;
    }

    /// Services by address; the same address with another credential is another service, named by its index.
    private static List<String> names(Sample sample) {
        var names = new ArrayList<String>();
        for (Sample.Service service : sample.services()) {
            String name = service.address();
            for (int i = 2; names.contains(name); i++) {
                name = service.address() + " (" + i + ")";
            }
            names.add(name);
        }
        return names;
    }

    private static List<Point> limits(List<RunSample> samples, String service) {
        var points = new ArrayList<Point>();
        for (RunSample moment : samples) {
            int index = names(moment.sample()).indexOf(service);
            Optional<Double> limit = index < 0
                    ? Optional.empty()
                    : moment.sample().services().get(index).perSecond();
            points.add(new Point(moment.runSeconds(), limit.orElse(Double.NaN)));
        }
        return points;
    }

    /// Some of many, evenly spaced; the last ones are in the list below.
    private static List<Mark> marks(List<LimitChange> changes) {
        List<LimitChange> drawn =
                changes.stream().filter(one -> one.to().isPresent()).toList();
        var marks = new ArrayList<Mark>();
        int step = Math.max(1, (drawn.size() + MARKED - 1) / MARKED);
        for (int i = 0; i < drawn.size(); i += step) {
            LimitChange change = drawn.get(i);
            marks.add(new Mark(change.runSeconds(), change.to().orElse(0.0), describe(change), change.isCut()));
        }
        return marks;
    }

    static String describe(LimitChange change) {
        return rate(change.from()) + " → " + rate(change.to()) + ": " + why(change.why());
    }

    /// The cause as text.
    static String why(String cause) {
        return switch (cause) {
            case "never_refused" -> "never refused";
            case "refused" -> "rate-limited (429)";
            case "asked_to_wait" -> "Retry-After";
            case "recovered" -> "no refusal since";
            case "ordered" -> "changed by an operator";
            default -> cause.replace('_', ' ');
        };
    }

    static String rate(Optional<Double> rate) {
        return rate.map(Figures::perSecond).orElse("no limit");
    }

    private static String summary(RunReport report) {
        return report.history().last().map(RunSample::sample).stream()
                .flatMap(sample -> sample.services().stream())
                .map(one -> one.address() + ": " + rate(one.perSecond()) + ", " + why(one.cause()))
                .reduce((one, two) -> one + "; " + two)
                .orElse("no service was called");
    }

    private static Html now(RunReport report) {
        var lines = new ArrayList<Html>();
        report.history()
                .last()
                .ifPresent(last -> last.sample()
                        .services()
                        .forEach(one -> lines.add(li(
                                element("code", text(one.address())),
                                text(" " + rate(one.perSecond()) + " – " + why(one.cause()) + declared(one))))));
        return ul(cls("plain sub"), Html.many(lines));
    }

    private static String declared(Sample.Service service) {
        var text = new StringBuilder();
        service.down()
                .ifPresent(down -> text.append("; unreachable for ")
                        .append(Figures.seconds(down.lastedMillis() / 1e3))
                        .append(" (")
                        .append(down.why())
                        .append("), next probe in ")
                        .append(Figures.seconds(down.nextProbeMillis() / 1e3)));
        service.requestsPerMinute()
                .ifPresent(max ->
                        text.append("; at most ").append(Figures.count(max)).append(" requests/min"));
        service.tokensPerMinute()
                .ifPresent(max ->
                        text.append("; at most ").append(Figures.count(max)).append(" tokens/min"));
        if (service.heldMillis() > 0) {
            text.append("; waiting (Retry-After) ").append(Figures.seconds(service.heldMillis() / 1e3));
        }
        service.shared().ifPresent(shared -> text.append("; ").append(shared.label()));
        return text.toString();
    }

    /// Why it changed, the newest first.
    static Html changes(RunReport report) {
        RecordedHistory history = report.history();
        if (history.limits().isEmpty()) {
            return Cards.card("Rate limit changes", p(cls("soft"), text("None.")));
        }
        List<LimitChange> last =
                history.limits().reversed().stream().limit(LISTED).toList();
        var lines = new ArrayList<Html>();
        last.forEach(change -> lines.add(li(
                span(
                        cls("when"),
                        text("after " + Axis.seconds("", 1).formatter().apply(change.runSeconds()))),
                text(" " + describe(change)))));
        String title = history.allLimits() > LISTED
                ? "The last " + LISTED + " of " + Figures.count(history.allLimits()) + " changes."
                : "";
        return Cards.card(
                "Rate limit changes",
                Html.when(!title.isEmpty(), p(cls("sub"), text(title))),
                ul(cls("plain events"), Html.many(lines)));
    }
}
