package dev.rowan.cli.run;

import dev.rowan.api.Outcome;
import dev.rowan.cli.command.EstimateText;
import dev.rowan.cli.history.SubtaskText;
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

/// A [ProgressSnapshot] as text: a block redrawn in place, or one log line.
final class ProgressText {
    private static final AnsiStyle PLAIN = new AnsiStyle(false);
    private static final String INDENT = "  ";
    private static final int NAME = 24;
    private static final int MAX_SUBTASKS = 8;
    private static final int NARROWEST_BAR = 10;
    private static final int WIDEST_BAR = 80;

    private ProgressText() {}

    /// The block: progress bar, outcomes, work in flight.
    static List<String> block(ProgressSnapshot snapshot, Terminal screen) {
        int columns = Columns.of(outcomes(snapshot, PLAIN));
        String outcomes = INDENT
                + (columns > screen.width() - INDENT.length()
                        ? Columns.cut(outcomes(snapshot, PLAIN), screen.width() - INDENT.length())
                        : outcomes(snapshot, screen.paint()));
        String inFlight = inFlight(snapshot);
        String bar = bar(snapshot, screen);
        var lines = new ArrayList<String>();
        lines.add(bar);
        if (columns + Columns.of(inFlight) + 2 * INDENT.length() + 1 < screen.width()) {
            lines.add(outcomes + " · " + inFlight);
        } else {
            lines.add(outcomes);
            lines.add(Columns.cut(INDENT + inFlight, screen.width()));
        }
        landscape(snapshot).ifPresent(text -> lines.add(Columns.cut(INDENT + text, screen.width())));
        CallFigures.text(snapshot.counts().calls())
                .ifPresent(calls -> lines.add(Columns.cut(INDENT + calls, screen.width())));
        batches(snapshot).ifPresent(text -> lines.add(Columns.cut(INDENT + text, screen.width())));
        snapshot.waits().forEach(wait -> lines.add(Columns.cut(INDENT + wait, screen.width())));
        LimitText.lines(snapshot.counts().calls())
                .forEach(limit -> lines.add(Columns.cut(INDENT + limit, screen.width())));
        lines.addAll(SubtaskText.lines(snapshot.splits(), MAX_SUBTASKS, INDENT, screen));
        return lines;
    }

    /// `53 % · 1,592 of about 3,000 rows · …`
    static String line(ProgressSnapshot snapshot) {
        var parts = new ArrayList<String>();
        snapshot.estimate().percent().ifPresent(percent -> parts.add(percent + " %"));
        parts.add(EstimateText.rows(snapshot.estimate()));
        parts.add(outcomes(snapshot, PLAIN));
        parts.add(inFlight(snapshot));
        landscape(snapshot).ifPresent(parts::add);
        CallFigures.text(snapshot.counts().calls()).ifPresent(parts::add);
        batches(snapshot).ifPresent(parts::add);
        parts.addAll(snapshot.waits());
        parts.addAll(LimitText.lines(snapshot.counts().calls()));
        if (!snapshot.splits().isEmpty()) {
            parts.add(snapshot.splits().summary());
        }
        parts.add(time(snapshot).replace("  ", " · "));
        return SafeText.line(snapshot.name()) + ": " + String.join(" · ", parts);
    }

    /// `landscape unreachable for 14 s (connection refused), the run stops in 9 min`
    private static Optional<String> landscape(ProgressSnapshot snapshot) {
        return snapshot.counts()
                .landscape()
                .map(outage -> "landscape unreachable for " + LimitText.age(outage.lasted()) + " ("
                        + SafeText.line(outage.why()) + "), the run stops in " + LimitText.age(outage.left()));
    }

    private static Optional<String> batches(ProgressSnapshot snapshot) {
        return BatchFigures.summary(
                snapshot.counts().parked(),
                snapshot.counts().jobs().stream().map(JobCount::of).toList());
    }

    private static String bar(ProgressSnapshot snapshot, Terminal screen) {
        String name = Columns.cut(SafeText.line(snapshot.name()), NAME);
        RunEstimate estimate = snapshot.estimate();
        String progress = (estimate.percent().isPresent() ? estimate.percent().getAsInt() + " %  " : "")
                + EstimateText.rows(estimate) + "  " + time(snapshot);
        int room = Math.min(WIDEST_BAR, screen.width() - Columns.of(name) - Columns.of(progress) - 4);
        AnsiStyle paint = screen.paint();
        String bar = room >= NARROWEST_BAR && estimate.share().isPresent()
                ? paint.green(filled(estimate.share().getAsDouble(), room)) + "  "
                : "";
        return bar.isEmpty()
                ? paint.bold(name) + "  " + Columns.cut(progress, screen.width() - Columns.of(name) - 2)
                : paint.bold(name) + "  " + bar + progress;
    }

    private static String filled(double share, int columns) {
        int full = (int) Math.floor(share * columns);
        return "█".repeat(full) + "░".repeat(columns - full);
    }

    private static String time(ProgressSnapshot snapshot) {
        String left = snapshot.stopping()
                ? "stopping"
                : snapshot.counts().paused()
                        ? "paused"
                        : snapshot.estimate()
                                .timeLeft()
                                .map(rest -> "ETA " + Figures.clock(rest))
                                .orElse("");
        return Figures.clock(snapshot.elapsed()) + (left.isEmpty() ? "" : "  " + left);
    }

    private static String outcomes(ProgressSnapshot snapshot, AnsiStyle paint) {
        var parts = new ArrayList<String>();
        for (Outcome outcome : Outcome.values()) {
            long count = snapshot.count(outcome);
            boolean always = outcome == Outcome.COMPLETED || outcome == Outcome.BLOCKED || outcome == Outcome.FAILED;
            if (count > 0) {
                parts.add(paint.status(Figures.count(count) + " " + outcome.word(), outcome.word()));
            } else if (always) {
                parts.add("0 " + outcome.word());
            }
        }
        return String.join(" · ", parts);
    }

    /// Rows that have their answers and are written, but not durable.
    private static String undurable(long rows) {
        return rows == 0 ? "" : " · " + Figures.count(rows) + " written, not durable yet";
    }

    private static String inFlight(ProgressSnapshot snapshot) {
        return Figures.count(snapshot.counts().inFlight()) + " in flight · "
                + Figures.count(snapshot.counts().waitingToLeave()) + " done, waiting for earlier rows"
                + undurable(snapshot.counts().undurable())
                + (snapshot.estimate().rowsPerSecond().isPresent()
                        ? " · "
                                + Figures.rate(
                                        snapshot.estimate().rowsPerSecond().getAsDouble())
                        : "");
    }
}
