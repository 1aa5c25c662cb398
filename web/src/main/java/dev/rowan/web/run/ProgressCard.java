package dev.rowan.web.run;

import static dev.rowan.web.html.Html.element;
import static dev.rowan.web.html.Tags.attr;
import static dev.rowan.web.html.Tags.cls;
import static dev.rowan.web.html.Tags.div;
import static dev.rowan.web.html.Tags.p;
import static dev.rowan.web.html.Tags.span;
import static dev.rowan.web.html.Tags.text;

import dev.rowan.api.Outcome;
import dev.rowan.api.call.Usd;
import dev.rowan.engine.progress.RunEstimate;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.record.Sample;
import dev.rowan.web.html.Html;
import dev.rowan.web.layout.Badges;
import dev.rowan.web.read.LandscapePlace;
import dev.rowan.web.text.DisplayText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// How far a run is, how fast, and what it has spent: the first thing to see.
final class ProgressCard {
    private ProgressCard() {}

    static Html of(RunFigures figures, LandscapePlace place) {
        RunSummary run = figures.run();
        var pieces = new ArrayList<Html>();
        run.why().ifPresent(why -> pieces.add(p(cls("notice warn"), text(place.withCommands(why)))));
        if (figures.isPaused()) {
            pieces.add(p(
                    cls("notice warn"),
                    Badges.badge("warn", "paused"),
                    text(" Nothing new is started until someone tells it to go on.")));
        }
        pieces.add(bar(figures));
        figures.waits().forEach(wait -> pieces.add(p(cls("sub waits"), text(capitalized(wait) + "."))));
        pieces.add(element("dl", cls("figures"), Html.many(figures(figures))));
        return element("section", cls("card"), attr("aria-label", "Progress"), Html.many(pieces));
    }

    private static Html bar(RunFigures figures) {
        RunEstimate estimate = figures.estimate();
        if (estimate.share().isEmpty() || estimate.percent().isEmpty()) {
            return Html.none();
        }
        double part = estimate.share().getAsDouble();
        String words = estimate.percent().getAsInt() + " % done"
                + figures.left()
                        .map(left -> ", about " + DisplayText.span(left) + " left")
                        .orElse("");
        return div(
                cls("progressline"),
                element(
                        "progress",
                        attr("max", "1000"),
                        attr("value", String.valueOf(Math.round(part * 1_000))),
                        attr("aria-label", "Rows done")),
                span(text(words)));
    }

    private static List<Html> figures(RunFigures figures) {
        RunSummary run = figures.run();
        Optional<Sample> now = figures.told().last().map(ChartSample::sample).filter(_ -> figures.isRunning());
        var all = new ArrayList<Html>();
        all.add(Cards.figure("Rows done", DisplayText.count(run.rowsEnded()), ofTotal(figures)));
        all.add(Cards.figure(
                figures.isRunning() ? "Rows per second now" : "Rows per second",
                figures.rowsPerSecond().isPresent()
                        ? DisplayText.rate(figures.rowsPerSecond().getAsDouble())
                        : "–",
                ""));
        long failed = run.outcomes().getOrDefault(Outcome.FAILED, 0L);
        all.add(Cards.figure("Failed", DisplayText.count(failed), shareOf(failed, run.rowsEnded())));
        long unknown = run.outcomes().getOrDefault(Outcome.INDETERMINATE, 0L);
        all.add(Cards.figure("Indeterminate", DisplayText.count(unknown), shareOf(unknown, run.rowsEnded())));
        if (now.isPresent()) {
            all.add(Cards.figure(
                    "On their way",
                    DisplayText.count(now.get().inFlight()),
                    DisplayText.count(now.get().waitingToLeave()) + " more wait for their turn"));
        }
        if (run.awaiting() > 0) {
            all.add(Cards.figure("Awaiting batches", DisplayText.count(run.awaiting()), ""));
        }
        all.add(Cards.figure("Spent", figures.spent().brief(DisplayText::money), spentWords(figures)));
        all.add(Cards.figure(
                figures.isRunning() ? "Running for" : "Took", DisplayText.span(figures.took()), resumedWords(run)));
        return all;
    }

    private static String ofTotal(RunFigures figures) {
        RunEstimate estimate = figures.estimate();
        if (estimate.rowsExpected().isEmpty()) {
            return "of " + DisplayText.count(figures.run().rowsRead()) + " read";
        }
        return (estimate.exact() ? "of " : "of about ")
                + DisplayText.count(estimate.rowsExpected().getAsLong());
    }

    private static String capitalized(String sentence) {
        return sentence.substring(0, 1).toUpperCase(Locale.ROOT) + sentence.substring(1);
    }

    private static String shareOf(long some, long all) {
        return some == 0 || all == 0 ? "" : DisplayText.share((double) some / all) + " of the rows done";
    }

    /// The cap, what is reserved beside what is spent, and where it leads.
    private static String spentWords(RunFigures figures) {
        String reserved =
                figures.reserved().equals(Usd.ZERO) ? "" : "; " + DisplayText.money(figures.reserved()) + " reserved";
        String forecast = figures.forecast()
                .map(sum -> "; about " + DisplayText.money(sum) + " in all")
                .orElse("");
        return figures.cap().map(cap -> "of at most " + DisplayText.money(cap)).orElse("no cap") + reserved + forecast;
    }

    private static String resumedWords(RunSummary run) {
        return run.resumed() == 0
                ? "since " + DisplayText.time(run.started())
                : "since " + DisplayText.time(run.started()) + ", gone on with " + run.resumed()
                        + (run.resumed() == 1 ? " time" : " times");
    }
}
