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
import dev.rowan.engine.report.Figures;
import dev.rowan.engine.report.RunReport;
import dev.rowan.engine.report.RunSample;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.record.Sample;
import dev.rowan.web.html.Html;
import dev.rowan.web.layout.Badges;
import dev.rowan.web.read.LandscapeLocation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Progress, throughput and cost.
final class ProgressCard {
    private ProgressCard() {}

    static Html of(RunReport report, LandscapeLocation location) {
        RunSummary run = report.run();
        var pieces = new ArrayList<Html>();
        run.why().ifPresent(why -> pieces.add(p(cls("notice warn"), text(location.withCommands(why)))));
        if (report.isPaused()) {
            pieces.add(p(
                    cls("notice warn"),
                    Badges.badge("warn", "paused"),
                    text(" No new rows are started until it is resumed.")));
        }
        pieces.add(bar(report));
        report.waits().forEach(wait -> pieces.add(p(cls("sub waits"), text(capitalized(wait) + "."))));
        pieces.add(element("dl", cls("figures"), Html.many(metrics(report))));
        return element("section", cls("card"), attr("aria-label", "Progress"), Html.many(pieces));
    }

    private static Html bar(RunReport report) {
        RunEstimate estimate = report.estimate();
        if (estimate.share().isEmpty() || estimate.percent().isEmpty()) {
            return Html.none();
        }
        double part = estimate.share().getAsDouble();
        String label = estimate.percent().getAsInt() + " % done"
                + report.estimate()
                        .timeLeft()
                        .map(left -> ", about " + Figures.duration(left) + " left")
                        .orElse("");
        return div(
                cls("progressline"),
                element(
                        "progress",
                        attr("max", "1000"),
                        attr("value", String.valueOf(Math.round(part * 1_000))),
                        attr("aria-label", "Rows done")),
                span(text(label)));
    }

    private static List<Html> metrics(RunReport report) {
        RunSummary run = report.run();
        Optional<Sample> now = report.history().last().map(RunSample::sample).filter(_ -> report.isRunning());
        var all = new ArrayList<Html>();
        all.add(Cards.figure("Rows done", Figures.count(run.rowsEnded()), ofTotal(report)));
        all.add(Cards.figure(
                report.isRunning() ? "Rows per second now" : "Rows per second",
                report.rowsPerSecond().isPresent()
                        ? Figures.perSecond(report.rowsPerSecond().getAsDouble())
                        : "–",
                ""));
        long failed = run.outcomes().getOrDefault(Outcome.FAILED, 0L);
        all.add(Cards.figure("Failed", Figures.count(failed), shareOf(failed, run.rowsEnded())));
        long unknown = run.outcomes().getOrDefault(Outcome.INDETERMINATE, 0L);
        all.add(Cards.figure("Indeterminate", Figures.count(unknown), shareOf(unknown, run.rowsEnded())));
        if (now.isPresent()) {
            all.add(Cards.figure(
                    "In flight",
                    Figures.count(now.get().inFlight()),
                    Figures.count(now.get().waitingToLeave()) + " done, waiting for earlier rows"));
            if (now.get().undurable() > 0) {
                all.add(Cards.figure(
                        "Written, not durable",
                        Figures.count(now.get().undurable()),
                        "rows that wait for a part of their output to end"));
            }
        }
        if (run.awaiting() > 0) {
            all.add(Cards.figure("Awaiting batches", Figures.count(run.awaiting()), ""));
        }
        all.add(Cards.figure("Spent", report.spent().brief(Figures::dollars), spentText(report)));
        all.add(Cards.figure(
                report.isRunning() ? "Running for" : "Took", Figures.duration(report.duration()), resumedText(run)));
        return all;
    }

    private static String ofTotal(RunReport report) {
        RunEstimate estimate = report.estimate();
        if (estimate.rowsExpected().isEmpty()) {
            return "of " + Figures.count(report.run().rowsRead()) + " read";
        }
        return (estimate.exact() ? "of " : "of about ")
                + Figures.count(estimate.rowsExpected().getAsLong());
    }

    private static String capitalized(String sentence) {
        return sentence.substring(0, 1).toUpperCase(Locale.ROOT) + sentence.substring(1);
    }

    private static String shareOf(long some, long all) {
        return some == 0 || all == 0 ? "" : Figures.percent((double) some / all) + " of finished rows";
    }

    /// The cap, the reserved and the spent cost, and the forecast.
    private static String spentText(RunReport report) {
        String reserved =
                report.reserved().equals(Usd.ZERO) ? "" : "; " + Figures.dollars(report.reserved()) + " reserved";
        String forecast = report.forecast()
                .map(sum -> "; forecast " + Figures.dollars(sum))
                .orElse("");
        return report.cap().map(cap -> "of at most " + Figures.dollars(cap)).orElse("no budget") + reserved + forecast;
    }

    private static String resumedText(RunSummary run) {
        return run.resumed() == 0
                ? "since " + Figures.time(run.started())
                : "since " + Figures.time(run.started()) + ", resumed " + run.resumed()
                        + (run.resumed() == 1 ? " time" : " times");
    }
}
