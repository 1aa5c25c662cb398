package dev.rowan.web.run;

import static dev.rowan.web.html.Tags.a;
import static dev.rowan.web.html.Tags.attr;
import static dev.rowan.web.html.Tags.cls;
import static dev.rowan.web.html.Tags.li;
import static dev.rowan.web.html.Tags.p;
import static dev.rowan.web.html.Tags.span;
import static dev.rowan.web.html.Tags.td;
import static dev.rowan.web.html.Tags.text;
import static dev.rowan.web.html.Tags.th;
import static dev.rowan.web.html.Tags.tr;
import static dev.rowan.web.html.Tags.ul;

import dev.rowan.api.Outcome;
import dev.rowan.engine.report.FailureSummary;
import dev.rowan.engine.report.Figures;
import dev.rowan.engine.report.RunReport;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.web.chart.Axis;
import dev.rowan.web.chart.ShareBar;
import dev.rowan.web.html.Href;
import dev.rowan.web.html.Html;
import dev.rowan.web.layout.Badges;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/// Outcomes, reasons and sinks, each linked to its rows, and failures over time.
final class OutcomeCards {
    private static final int LISTED = 12;

    private OutcomeCards() {}

    static Html outcomes(RunReport report) {
        RunSummary run = report.run();
        long all = Math.max(
                1, run.outcomes().values().stream().mapToLong(Long::longValue).sum());
        var lines = new ArrayList<Html>();
        for (Outcome outcome : Outcome.values()) {
            long count = run.outcomes().getOrDefault(outcome, 0L);
            if (count > 0) {
                lines.add(tr(
                        td(a(rows(run, "outcome", outcome.word()), Badges.outcome(outcome))),
                        td(cls("barcell"), ShareBar.of((double) count / all, colour(outcome))),
                        Cards.number(Figures.count(count)),
                        Cards.number(Figures.percent((double) count / all))));
            }
        }
        List<Html> heads = List.of(
                Cards.head("Outcome"),
                th(attr("scope", "col"), cls("barcell"), span(cls("unseen"), text("As a bar"))),
                Cards.numberHead("Rows"),
                Cards.numberHead("Share"));
        return Cards.card(
                "Outcomes",
                lines.isEmpty() ? p(cls("soft"), text("No rows finished yet.")) : Cards.grid("Outcomes", heads, lines));
    }

    static Html reasons(RunReport report) {
        RunSummary run = report.run();
        List<Html> lines = run.reasons().entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(LISTED)
                .<Html>map(one -> tr(
                        td(a(rows(run, "reason", one.getKey()), text(one.getKey()))),
                        Cards.number(Figures.count(one.getValue()))))
                .toList();
        return Cards.card(
                "Reasons",
                lines.isEmpty()
                        ? p(cls("soft"), text("No failures."))
                        : Cards.grid("Reasons", List.of(Cards.head("Reason"), Cards.numberHead("Rows")), lines));
    }

    /// Failure reasons between two samples, newest first.
    static Html problems(RunReport report) {
        List<FailureSummary> problems = FailureSummary.of(report.history().samples());
        var lines = new ArrayList<Html>();
        problems.reversed().stream()
                .limit(LISTED)
                .forEach(one -> lines.add(li(
                        span(
                                cls("when"),
                                text("after " + Axis.seconds("", 1).formatter().apply(one.runSeconds()))),
                        text(" " + Figures.count(one.rows()) + (one.rows() == 1 ? " row: " : " rows: ")),
                        a(rows(report.run(), "reason", one.reason()), text(one.reason())))));
        return Cards.card(
                "Failures over time",
                lines.isEmpty()
                        ? p(cls("soft"), text("None so far."))
                        : ul(cls("plain events"), attr("aria-live", "polite"), Html.many(lines)));
    }

    static Html sinks(RunReport report) {
        List<Html> lines = report.run().sinkRows().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .<Html>map(one -> tr(
                        td(a(rows(report.run(), "sink", one.getKey()), text(one.getKey()))),
                        Cards.number(Figures.count(one.getValue()))))
                .toList();
        return Cards.card(
                "Sinks",
                lines.isEmpty()
                        ? p(cls("soft"), text("No rows written yet."))
                        : Cards.grid("Sinks", List.of(Cards.head("Sink"), Cards.numberHead("Rows")), lines));
    }

    private static String rows(RunSummary run, String filter, String word) {
        return "/runs/" + Href.encode(run.runId()) + "/rows?" + filter + "=" + Href.encode(word);
    }

    private static String colour(Outcome outcome) {
        return switch (outcome) {
            case COMPLETED -> "f3";
            case FAILED, INDETERMINATE -> "f2";
            case BLOCKED, QUARANTINED -> "f5";
            case DISCARDED, SPLIT, MERGED -> "f4";
        };
    }
}
