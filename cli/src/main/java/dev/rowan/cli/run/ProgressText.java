package dev.rowan.cli.run;

import dev.rowan.api.Outcome;
import dev.rowan.cli.command.EstimateText;
import dev.rowan.cli.jobs.BatchFigures;
import dev.rowan.cli.jobs.JobCount;
import dev.rowan.cli.terminal.AnsiStyle;
import dev.rowan.cli.terminal.Columns;
import dev.rowan.cli.terminal.SafeText;
import dev.rowan.cli.terminal.Terminal;
import dev.rowan.engine.progress.RunEstimate;
import dev.rowan.engine.report.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A [ProgressSnapshot] in words: as a block that is redrawn in place, or as one line among others.
final class ProgressText {
    private static final AnsiStyle PLAIN = new AnsiStyle(false);
    private static final String INDENT = "  ";
    private static final int NAME = 24;
    private static final int NARROWEST_BAR = 10;
    private static final int WIDEST_BAR = 80;

    private ProgressText() {}

    /// Lines that fit the screen: bar, outcomes, what is under way.
    static List<String> block(ProgressSnapshot moment, Terminal screen) {
        int columns = Columns.of(outcomes(moment, PLAIN));
        String outcomes = INDENT
                + (columns > screen.width() - INDENT.length()
                        ? Columns.cut(outcomes(moment, PLAIN), screen.width() - INDENT.length())
                        : outcomes(moment, screen.paint()));
        String underWay = underWay(moment);
        String bar = bar(moment, screen);
        var lines = new ArrayList<String>();
        lines.add(bar);
        if (columns + Columns.of(underWay) + 2 * INDENT.length() + 1 < screen.width()) {
            lines.add(outcomes + " · " + underWay);
        } else {
            lines.add(outcomes);
            lines.add(Columns.cut(INDENT + underWay, screen.width()));
        }
        landscape(moment).ifPresent(words -> lines.add(Columns.cut(INDENT + words, screen.width())));
        CallFigures.words(moment.counts().calls())
                .ifPresent(calls -> lines.add(Columns.cut(INDENT + calls, screen.width())));
        batches(moment).ifPresent(words -> lines.add(Columns.cut(INDENT + words, screen.width())));
        moment.waits().forEach(wait -> lines.add(Columns.cut(INDENT + wait, screen.width())));
        LimitText.lines(moment.counts().calls())
                .forEach(limit -> lines.add(Columns.cut(INDENT + limit, screen.width())));
        return lines;
    }

    /// `53 % · 1,592 of about 3,000 rows · …`
    static String line(ProgressSnapshot moment) {
        var parts = new ArrayList<String>();
        moment.estimate().percent().ifPresent(percent -> parts.add(percent + " %"));
        parts.add(EstimateText.rows(moment.estimate()));
        parts.add(outcomes(moment, PLAIN));
        parts.add(underWay(moment));
        landscape(moment).ifPresent(parts::add);
        CallFigures.words(moment.counts().calls()).ifPresent(parts::add);
        batches(moment).ifPresent(parts::add);
        parts.addAll(moment.waits());
        parts.addAll(LimitText.lines(moment.counts().calls()));
        parts.add(time(moment).replace("  ", " · "));
        return SafeText.line(moment.name()) + ": " + String.join(" · ", parts);
    }

    /// `landscape unreachable for 14 s (connection refused), the run stops in 9 min`
    private static Optional<String> landscape(ProgressSnapshot moment) {
        return moment.counts()
                .landscape()
                .map(outage -> "landscape unreachable for " + LimitText.age(outage.lasted()) + " ("
                        + SafeText.line(outage.why()) + "), the run stops in " + LimitText.age(outage.left()));
    }

    private static Optional<String> batches(ProgressSnapshot moment) {
        return BatchFigures.words(
                moment.counts().parked(),
                moment.counts().jobs().stream().map(JobCount::of).toList());
    }

    private static String bar(ProgressSnapshot moment, Terminal screen) {
        String name = Columns.cut(SafeText.line(moment.name()), NAME);
        RunEstimate estimate = moment.estimate();
        String figures = (estimate.percent().isPresent() ? estimate.percent().getAsInt() + " %  " : "")
                + EstimateText.rows(estimate) + "  " + time(moment);
        int room = Math.min(WIDEST_BAR, screen.width() - Columns.of(name) - Columns.of(figures) - 4);
        AnsiStyle paint = screen.paint();
        String bar = room >= NARROWEST_BAR && estimate.share().isPresent()
                ? paint.green(filled(estimate.share().getAsDouble(), room)) + "  "
                : "";
        return bar.isEmpty()
                ? paint.bold(name) + "  " + Columns.cut(figures, screen.width() - Columns.of(name) - 2)
                : paint.bold(name) + "  " + bar + figures;
    }

    private static String filled(double share, int columns) {
        int full = (int) Math.floor(share * columns);
        return "█".repeat(full) + "░".repeat(columns - full);
    }

    private static String time(ProgressSnapshot moment) {
        String left = moment.stopping()
                ? "stopping"
                : moment.counts().paused()
                        ? "paused"
                        : moment.estimate()
                                .timeLeft()
                                .map(rest -> "ETA " + Figures.clock(rest))
                                .orElse("");
        return Figures.clock(moment.elapsed()) + (left.isEmpty() ? "" : "  " + left);
    }

    private static String outcomes(ProgressSnapshot moment, AnsiStyle paint) {
        var parts = new ArrayList<String>();
        for (Outcome outcome : Outcome.values()) {
            long count = moment.count(outcome);
            boolean always = outcome == Outcome.COMPLETED || outcome == Outcome.BLOCKED || outcome == Outcome.FAILED;
            if (count > 0) {
                parts.add(paint.status(Figures.count(count) + " " + outcome.word(), outcome.word()));
            } else if (always) {
                parts.add("0 " + outcome.word());
            }
        }
        return String.join(" · ", parts);
    }

    private static String underWay(ProgressSnapshot moment) {
        return Figures.count(moment.counts().inFlight()) + " in flight · "
                + Figures.count(moment.counts().waitingToLeave()) + " waiting to leave"
                + (moment.estimate().rowsPerSecond().isPresent()
                        ? " · " + Figures.rate(moment.estimate().rowsPerSecond().getAsDouble())
                        : "");
    }
}
