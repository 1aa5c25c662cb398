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
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.web.chart.Axis;
import dev.rowan.web.chart.ShareBar;
import dev.rowan.web.html.Html;
import dev.rowan.web.layout.Badges;
import dev.rowan.web.text.DisplayText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/// How rows ended and why, each a way to those rows; problems as they came; where rows went.
final class OutcomeCards {
    private static final int LISTED = 12;

    private OutcomeCards() {}

    static Html outcomes(RunFigures figures) {
        RunSummary run = figures.run();
        long all = Math.max(
                1, run.outcomes().values().stream().mapToLong(Long::longValue).sum());
        var lines = new ArrayList<Html>();
        for (Outcome outcome : Outcome.values()) {
            long count = run.outcomes().getOrDefault(outcome, 0L);
            if (count > 0) {
                lines.add(tr(
                        td(a(rows(run, "outcome", outcome.word()), Badges.outcome(outcome))),
                        td(cls("barcell"), ShareBar.of((double) count / all, colour(outcome))),
                        Cards.number(DisplayText.count(count)),
                        Cards.number(DisplayText.share((double) count / all))));
            }
        }
        List<Html> heads = List.of(
                Cards.head("Outcome"),
                th(attr("scope", "col"), cls("barcell"), span(cls("unseen"), text("As a bar"))),
                Cards.numberHead("Rows"),
                Cards.numberHead("Share"));
        return Cards.card(
                "Outcomes",
                lines.isEmpty() ? p(cls("soft"), text("No row has ended yet.")) : Cards.grid("Outcomes", heads, lines));
    }

    static Html reasons(RunFigures figures) {
        RunSummary run = figures.run();
        List<Html> lines = run.reasons().entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(LISTED)
                .<Html>map(one -> tr(
                        td(a(rows(run, "reason", one.getKey()), text(one.getKey()))),
                        Cards.number(DisplayText.count(one.getValue()))))
                .toList();
        return Cards.card(
                "Reasons",
                lines.isEmpty()
                        ? p(cls("soft"), text("No row was turned away."))
                        : Cards.grid("Reasons", List.of(Cards.head("Reason"), Cards.numberHead("Rows")), lines));
    }

    /// What reasons came up between one sample and the next, the newest first.
    static Html problems(RunFigures figures) {
        List<FailureSummary> problems = FailureSummary.of(figures.told().moments());
        var lines = new ArrayList<Html>();
        problems.reversed().stream()
                .limit(LISTED)
                .forEach(one -> lines.add(li(
                        span(
                                cls("when"),
                                text("after " + Axis.seconds("", 1).words().apply(one.worked()))),
                        text(" " + DisplayText.count(one.rows()) + (one.rows() == 1 ? " row: " : " rows: ")),
                        a(rows(figures.run(), "reason", one.reason()), text(one.reason())))));
        return Cards.card(
                "Turned away, as it happened",
                lines.isEmpty()
                        ? p(cls("soft"), text("None so far."))
                        : ul(cls("plain events"), attr("aria-live", "polite"), Html.many(lines)));
    }

    static Html sinks(RunFigures figures) {
        List<Html> lines = figures.run().sinkRows().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .<Html>map(one -> tr(
                        td(a(rows(figures.run(), "sink", one.getKey()), text(one.getKey()))),
                        Cards.number(DisplayText.count(one.getValue()))))
                .toList();
        return Cards.card(
                "Sinks",
                lines.isEmpty()
                        ? p(cls("soft"), text("Nothing was written yet."))
                        : Cards.grid("Sinks", List.of(Cards.head("Sink"), Cards.numberHead("Rows")), lines));
    }

    private static String rows(RunSummary run, String filter, String word) {
        return "/runs/" + DisplayText.inAddress(run.runId()) + "/rows?" + filter + "=" + DisplayText.inAddress(word);
    }

    private static String colour(Outcome outcome) {
        return switch (outcome) {
            case COMPLETED -> "f3";
            case FAILED, INDETERMINATE -> "f2";
            case BLOCKED, QUARANTINED -> "f5";
            case DISCARDED -> "f4";
        };
    }
}
