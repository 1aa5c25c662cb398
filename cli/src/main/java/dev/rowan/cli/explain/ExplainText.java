package dev.rowan.cli.explain;

import static java.util.stream.Collectors.joining;

import dev.rowan.api.Outcome;
import dev.rowan.api.Row;
import dev.rowan.cli.history.OutageText;
import dev.rowan.cli.terminal.AnsiStyle;
import dev.rowan.cli.terminal.Columns;
import dev.rowan.cli.terminal.SafeText;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.cli.terminal.Wrap;
import dev.rowan.engine.report.Figures;
import dev.rowan.engine.report.JobNames;
import dev.rowan.landscape.history.RowHistory;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.history.TokenTree;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The history of a row as text: source, visits and outcome.
final class ExplainText {
    private static final String INDENT = "  ";

    private final RowHistory history;
    private final JobNames jobs;
    private final OutageText outages;
    private final String where;
    private final Shell shell;
    private final DetailLevel extent;
    private final int width;
    private final AnsiStyle paint;

    /// `where` is the option that selects the landscape in a command.
    ExplainText(RowHistory history, JobNames jobs, OutageText outages, String where, Shell shell, DetailLevel extent) {
        this.outages = outages;
        this.history = history;
        this.jobs = jobs;
        this.where = where;
        this.shell = shell;
        this.extent = extent;
        this.width = shell.screens().out().width();
        this.paint = shell.screens().out().paint();
    }

    List<String> lines() {
        var lines = new ArrayList<String>();
        header(lines);
        beginning(lines);
        boolean parts = history.visits().stream().anyMatch(visit -> visit.part() > 0)
                || history.ends().size() > 1;
        Optional<TokenTree> tree = TokenTree.of(history);
        if (tree.isPresent()) {
            var visits = new VisitText(width, extent, false, jobs, where, shell);
            lines.addAll(new TokenTreeText(visits, extent.all()).lines(tree.get()));
        } else {
            lines.addAll(visits(parts));
        }
        lines.add("");
        for (String outage : outages.lines(shell)) {
            lines.addAll(Wrap.lines("waited: " + outage, INDENT, width));
        }
        if (history.ends().isEmpty()) {
            lines.add(noOutcome());
        }
        if (tree.isPresent()) {
            lines.addAll(ends(tree.get()));
        } else {
            history.ends().forEach(end -> lines.addAll(end(end, parts)));
        }
        return lines;
    }

    /// All visits in the order recorded.
    private List<String> visits(boolean parts) {
        var visits = new VisitText(width, extent, parts, jobs, where, shell);
        var lines = new ArrayList<String>();
        for (RowHistory.Visit visit : history.visits()) {
            lines.add("");
            lines.addAll(history.deleted().isPresent() ? visits.withoutValues(visit) : visits.lines(visit));
        }
        return lines;
    }

    /// The end of the row itself; if it continued as others, how many ended how.
    private List<String> ends(TokenTree row) {
        Optional<RowHistory.End> own = row.end().filter(end -> end.outcome() != Outcome.SPLIT);
        if (own.isPresent()) {
            return end(own.get(), false);
        }
        List<TokenTree> others = row.tokens()
                .skip(1)
                .filter(token -> token.end().isPresent() || token.steps().isEmpty())
                .toList();
        return history.ends().stream()
                .max(Comparator.comparing(RowHistory.End::total))
                .map(last -> List.of(
                        paint.bold(Figures.counted(others.size(), "token")) + ": " + TokenTreeText.outcomes(others),
                        times(last)))
                .orElse(List.of());
    }

    private String noOutcome() {
        if (history.awaitsResults()) {
            return paint.bold("no outcome")
                    + INDENT
                    + paint.yellow("awaiting results")
                    + (history.run().status().equals(RunSummary.RUNNING)
                            ? ""
                            : ": " + shell.program() + " resume "
                                    + history.run().runId() + where);
        }
        return paint.bold("no outcome")
                + INDENT
                + (history.run().status().equals(RunSummary.RUNNING)
                        ? "still in progress"
                        : "the run ended before this row finished");
    }

    private void header(List<String> lines) {
        lines.add(paint.bold("Row " + history.rowSeq()) + " of run "
                + history.run().runId() + " ("
                + SafeText.line(history.run().name()) + ", "
                + paint.status(history.run().statusText()) + (history.run().simulated() ? ", SIMULATED" : "") + ")");
        String id = history.sourceId().map(i -> ", id " + SafeText.line(i)).orElse("");
        String position = history.sourceName()
                        .map(name -> "source '" + SafeText.line(name) + "', ")
                        .orElse("") + SafeText.line(history.position()) + id + ", read at "
                + Figures.time(history.readAt(), shell.zone());
        lines.add(INDENT + "from "
                + Columns.cutMiddle(SafeText.line(history.run().source()), Math.max(20, width - position.length() - 9))
                + ", " + position);
        if (!history.writers().isEmpty()) {
            lines.add(INDENT + "recorded by "
                    + history.writers().stream()
                            .map(writer -> "writer " + writer)
                            .collect(joining(", then by ")));
        }
        lines.add("");
    }

    private void beginning(List<String> lines) {
        history.deleted()
                .ifPresent(deleted -> lines.add(INDENT + "values deleted"
                        + deleted.at()
                                .map(at -> " at " + Figures.time(at, shell.zone()))
                                .orElse(", time not recorded")));
        history.row().ifPresent(row -> lines.addAll(fields(row)));
        history.unreadable().ifPresent(reason -> {
            lines.add(paint.bold("source") + INDENT + paint.red("could not be read"));
            lines.addAll(new ReasonText(width, paint).lines(reason));
        });
        history.raw()
                .ifPresent(raw -> lines.add(INDENT + "raw     " + new ShownValue(width - 10, extent.full()).of(raw)));
    }

    private List<String> fields(Row row) {
        int name = Math.min(
                24,
                row.names().list().stream()
                        .mapToInt(n -> Columns.of(SafeText.line(n)))
                        .max()
                        .orElse(0));
        var shown = new ShownValue(width - name - 4, extent.full());
        return row.names().list().stream()
                .map(field -> INDENT
                        + Columns.padRight(Columns.cut(SafeText.line(field), name), name)
                        + INDENT
                        + shown.of(row.get(field)))
                .toList();
    }

    private List<String> end(RowHistory.End end, boolean parts) {
        var lines = new ArrayList<String>();
        String where = ", " + SafeText.line(end.whereabouts());
        lines.add(paint.bold(paint.status(end.outcome().word()))
                + (parts ? " (part " + end.part() + ")" : "")
                + end.nodeName().map(n -> " at " + SafeText.line(n)).orElse("")
                + end.reason().map(r -> ": " + SafeText.line(r)).orElse("")
                + where);
        lines.add(times(end));
        return lines;
    }

    private static String times(RowHistory.End end) {
        return INDENT + Figures.duration(end.total()) + " total" + wait(end.reorderWait(), " waiting for earlier rows")
                + wait(end.sinkWait(), " for the sink");
    }

    private static String wait(Duration wait, String what) {
        return wait.isZero() ? "" : ", " + Figures.duration(wait) + what;
    }
}
