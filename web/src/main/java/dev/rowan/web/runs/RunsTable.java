package dev.rowan.web.runs;

import static dev.rowan.web.html.Html.element;
import static dev.rowan.web.html.Tags.a;
import static dev.rowan.web.html.Tags.attr;
import static dev.rowan.web.html.Tags.button;
import static dev.rowan.web.html.Tags.cls;
import static dev.rowan.web.html.Tags.div;
import static dev.rowan.web.html.Tags.form;
import static dev.rowan.web.html.Tags.id;
import static dev.rowan.web.html.Tags.input;
import static dev.rowan.web.html.Tags.span;
import static dev.rowan.web.html.Tags.table;
import static dev.rowan.web.html.Tags.td;
import static dev.rowan.web.html.Tags.text;
import static dev.rowan.web.html.Tags.th;
import static dev.rowan.web.html.Tags.tr;

import dev.rowan.api.Outcome;
import dev.rowan.api.call.Usd;
import dev.rowan.engine.report.Figures;
import dev.rowan.engine.report.RunReport;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.web.chart.ShareBar;
import dev.rowan.web.html.Attribute;
import dev.rowan.web.html.Href;
import dev.rowan.web.html.Html;
import dev.rowan.web.html.Part;
import dev.rowan.web.layout.Badges;
import dev.rowan.web.record.CheckBadge;
import dev.rowan.web.record.RecordChecks;
import java.util.ArrayList;
import java.util.List;

/// The runs of one page as a table in which two can be chosen to be compared.
record RunsTable(RunQuery query, RecordChecks checks) {

    Html html(List<RunReport> runs) {
        return form(
                attr("method", "get"),
                attr("action", "/compare"),
                div(
                        cls("scroll"),
                        table(
                                cls("grid runs"),
                                attr("aria-label", "Runs"),
                                element(
                                        "thead",
                                        tr(
                                                head("Compare", ""),
                                                sorted("Run", RunQuery.Sort.NAME, ""),
                                                head("Status", ""),
                                                sorted("Rows", RunQuery.Sort.ROWS, "num"),
                                                head("Failed", "num"),
                                                head("Indet.", "num"),
                                                head("Awaiting", "num"),
                                                head("Rows/s", "num"),
                                                sorted("Spent", RunQuery.Sort.SPEND, "num"),
                                                sorted("Took", RunQuery.Sort.DURATION, "num"),
                                                sorted("Started (UTC)", RunQuery.Sort.STARTED, ""),
                                                head("Record", ""))),
                                element(
                                        "tbody",
                                        Html.many(runs.stream().map(this::line).toList())))),
                Html.when(runs.size() > 1, div(cls("row compare"), button(text("Compare selected runs")))));
    }

    private static Html head(String name, String names) {
        return names.isEmpty()
                ? th(attr("scope", "col"), text(name))
                : th(attr("scope", "col"), cls(names), text(name));
    }

    private Html sorted(String name, RunQuery.Sort sort, String names) {
        boolean here = query.sort() == sort;
        var parts = new ArrayList<Part>(List.of(attr("scope", "col")));
        if (!names.isEmpty()) {
            parts.add(cls(names));
        }
        if (here) {
            parts.add(attr("aria-sort", query.rising() ? "ascending" : "descending"));
        }
        parts.add(a(
                query.sortedBy(sort).address(),
                text(name),
                Html.when(here, span(attr("aria-hidden", "true"), text(query.rising() ? " ▲" : " ▼")))));
        return th(parts.toArray(Part[]::new));
    }

    private Html line(RunReport report) {
        RunSummary run = report.run();
        return tr(
                id("run-" + run.runId()),
                td(cls("pick"), named("Compare"), pick("a", "first", run), pick("b", "second", run)),
                th(
                        attr("scope", "row"),
                        a("/runs/" + Href.encode(run.runId()), text(run.name())),
                        div(cls("sub"), text(run.runId()))),
                td(
                        Badges.status(run),
                        Html.when(report.isPaused(), Badges.badge("warn", "paused")),
                        Html.when(run.simulated(), Badges.simulated())),
                td(cls("num"), named("Rows"), text(Figures.count(run.rowsEnded())), rowsOf(report)),
                count(run, Outcome.FAILED, "Failed"),
                count(run, Outcome.INDETERMINATE, "Indet."),
                td(cls("num"), named("Awaiting"), text(run.awaiting() == 0 ? "–" : Figures.count(run.awaiting()))),
                td(
                        cls("num"),
                        named("Rows/s"),
                        text(
                                report.rowsPerSecond().isPresent()
                                        ? Figures.perSecond(
                                                report.rowsPerSecond().getAsDouble())
                                        : "–")),
                td(cls("num"), named("Spent"), text(report.spent().brief(Figures::dollars)), spendOf(report)),
                td(cls("num"), named("Took"), text(Figures.duration(report.duration()))),
                td(
                        cls("when"),
                        named("Started (UTC)"),
                        text(Figures.time(run.started()).replace(" UTC", ""))),
                td(a("/runs/" + Href.encode(run.runId()) + "/record", cls("bare"), CheckBadge.of(checks.of(run)))));
    }

    /// The label of a cell on small screens, where each line is a card.
    private static Attribute named(String name) {
        return attr("data-label", name);
    }

    private static Html rowsOf(RunReport report) {
        RunSummary run = report.run();
        boolean guess = report.estimate().rowsExpected().isPresent()
                && report.estimate().rowsExpected().getAsLong() > run.rowsRead();
        String label = guess
                ? "of about " + Figures.count(report.estimate().rowsExpected().getAsLong())
                : "of " + Figures.count(run.rowsRead());
        return Html.when(
                guess || run.rowsRead() != run.rowsEnded(),
                Html.many(
                        div(cls("sub"), text(label)),
                        Html.when(
                                report.isRunning() && report.estimate().share().isPresent(),
                                ShareBar.of(report.estimate().share().orElse(0), "f3"))));
    }

    private static Html spendOf(RunReport report) {
        Usd taken = report.run().calls().atMost();
        return Html.many(
                Html.when(
                        !report.reserved().equals(Usd.ZERO),
                        div(cls("sub"), text(Figures.dollars(report.reserved()) + " reserved"))),
                Html.maybe(report.cap()
                        .map(cap -> Html.many(
                                div(cls("sub"), text("of " + Figures.dollars(cap))),
                                ShareBar.of(part(taken, cap), part(taken, cap) > 0.9 ? "f2" : "f1")))));
    }

    private static double part(Usd spent, Usd cap) {
        return cap.pico() == 0 ? 1 : (double) spent.pico() / cap.pico();
    }

    private static Html count(RunSummary run, Outcome outcome, String name) {
        long count = run.outcomes().getOrDefault(outcome, 0L);
        return td(
                cls("num"),
                named(name),
                count == 0
                        ? text("0")
                        : a(
                                "/runs/" + Href.encode(run.runId()) + "/rows?outcome=" + outcome.word(),
                                text(Figures.count(count))));
    }

    private static Html pick(String name, String label, RunSummary run) {
        return input(
                attr("type", "radio"),
                attr("name", name),
                attr("value", run.runId()),
                attr("aria-label", "Compare " + run.runId() + " as the " + label));
    }
}
