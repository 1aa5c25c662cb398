package dev.rowan.web.compare;

import static dev.rowan.web.html.Html.element;
import static dev.rowan.web.html.Tags.attr;
import static dev.rowan.web.html.Tags.cls;
import static dev.rowan.web.html.Tags.div;
import static dev.rowan.web.html.Tags.h2;
import static dev.rowan.web.html.Tags.section;
import static dev.rowan.web.html.Tags.table;
import static dev.rowan.web.html.Tags.td;
import static dev.rowan.web.html.Tags.text;
import static dev.rowan.web.html.Tags.th;
import static dev.rowan.web.html.Tags.tr;

import dev.rowan.api.Outcome;
import dev.rowan.engine.report.Figures;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.web.html.Html;
import dev.rowan.web.html.Tags;
import dev.rowan.web.layout.Badges;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Locale;
import java.util.Optional;

/// The totals of two runs side by side.
record TotalsView(RunSummary a, RunSummary b, Comparison.Progress progress) {

    Html html() {
        var lines = new ArrayList<Html>();
        lines.add(line("Rows read", a.rowsRead(), b.rowsRead()));
        for (Outcome outcome : Outcome.values()) {
            long left = a.outcomes().getOrDefault(outcome, 0L);
            long right = b.outcomes().getOrDefault(outcome, 0L);
            if (left + right > 0) {
                lines.add(line(outcome.word(), left, right));
            }
        }
        double costA = a.calls().cost().dollars().doubleValue();
        double costB = b.calls().cost().dollars().doubleValue();
        boolean unpriced = a.calls().costs().unpriced() > 0 || b.calls().costs().unpriced() > 0;
        lines.add(line("Cost", money(a), money(b), unpriced ? "" : share(costA, costB)));
        lines.add(line("Input tokens", a.calls().inputTokens(), b.calls().inputTokens()));
        lines.add(line(
                "of them cached", a.calls().cache().read(), b.calls().cache().read()));
        lines.add(line(
                "written to a cache",
                a.calls().cache().written(),
                b.calls().cache().written()));
        lines.add(line("Output tokens", a.calls().outputTokens(), b.calls().outputTokens()));
        lines.add(time(
                "Median latency of rows",
                progress.timesA().half(),
                progress.timesB().half()));
        lines.add(time(
                "95th percentile latency of rows",
                progress.timesA().most(),
                progress.timesB().most()));
        lines.add(time("Duration", Optional.of(took(a)), Optional.of(took(b))));
        lines.add(line(
                "Rows per second", Figures.perSecond(rate(a)), Figures.perSecond(rate(b)), share(rate(a), rate(b))));
        return section(
                cls("card"),
                h2(text("Totals")),
                div(
                        cls("scroll"),
                        attr("tabindex", "0"),
                        table(
                                cls("grid"),
                                element("caption", cls("sr"), text("Totals of both runs")),
                                element("thead", tr(head(""), run("A", a), run("B", b), head("B vs. A"))),
                                element("tbody", Html.many(lines)))));
    }

    private static Html head(String label) {
        return label.isEmpty() ? td() : th(attr("scope", "col"), cls("num"), text(label));
    }

    private static Html run(String side, RunSummary run) {
        return th(
                attr("scope", "col"),
                cls("num"),
                text(side + ": "),
                Tags.a("/runs/" + run.runId(), text(run.runId())),
                text(" "),
                Badges.status(run));
    }

    private static String money(RunSummary run) {
        return run.calls().costText(Figures::dollars) + (run.simulated() ? " SIMULATED" : "");
    }

    private static Html line(String name, long a, long b) {
        return line(
                name,
                Figures.count(a),
                Figures.count(b),
                a == b ? "=" : (b > a ? "+" : "−") + Figures.count(Math.abs(b - a)));
    }

    private static Html time(String name, Optional<Duration> a, Optional<Duration> b) {
        return line(
                name,
                a.map(Figures::duration).orElse("–"),
                b.map(Figures::duration).orElse("–"),
                a.isPresent() && b.isPresent()
                        ? share(a.get().toNanos() / 1e9, b.get().toNanos() / 1e9)
                        : "");
    }

    private static Html line(String name, String a, String b, String difference) {
        return tr(
                element("th", attr("scope", "row"), text(name)),
                td(cls("num"), text(a)),
                td(cls("num"), text(b)),
                td(cls("num"), text(difference)));
    }

    static String share(double a, double b) {
        if (a == b) {
            return "=";
        }
        return a == 0
                ? "new"
                : String.format(Locale.ROOT, "%+.1f %%", (b - a) / a * 100).replace('-', '−');
    }

    static Duration took(RunSummary run) {
        Duration took = Duration.between(run.started(), run.ended().orElse(run.lastEvent()));
        return took.isNegative() ? Duration.ZERO : took;
    }

    static double rate(RunSummary run) {
        return run.rowsEnded() / Math.max(0.001, took(run).toMillis() / 1e3);
    }
}
