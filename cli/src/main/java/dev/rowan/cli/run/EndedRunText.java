package dev.rowan.cli.run;

import dev.rowan.cli.command.CallTotalsText;
import dev.rowan.cli.command.ExitCode;
import dev.rowan.cli.jobs.OpenJobsText;
import dev.rowan.cli.rows.CommonFailure;
import dev.rowan.cli.terminal.AnsiStyle;
import dev.rowan.cli.terminal.Columns;
import dev.rowan.cli.terminal.SafeText;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.cli.terminal.Table;
import dev.rowan.cli.terminal.Table.Column;
import dev.rowan.cli.terminal.Terminal;
import dev.rowan.cli.terminal.Wrap;
import dev.rowan.engine.progress.RunProgress;
import dev.rowan.engine.report.Figures;
import dev.rowan.engine.report.ModelDifference;
import dev.rowan.engine.run.RunResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// The summary at the end of a run.
final class EndedRunText {
    private static final String INDENT = "  ";
    private static final int REASONS = 5;
    private static final int ROOT_SHOWN = 16;
    private static final int MESSAGE = 300;

    private final EndedRun ended;
    private final String where;
    private final Shell shell;
    private final Terminal screen;
    private final AnsiStyle paint;

    /// `where` is the option that selects the landscape in a command.
    EndedRunText(EndedRun ended, String where, Shell shell) {
        this.ended = ended;
        this.where = where;
        this.shell = shell;
        this.screen = shell.screens().out();
        this.paint = screen.paint();
    }

    /// The summary, followed by suggested commands.
    List<String> lines(List<String> next) {
        var lines = new ArrayList<String>();
        lines.add(headline());
        ended.result()
                .why()
                .ifPresent(why -> lines.addAll(Wrap.lines(
                        shell.withCommands(SafeText.line(why), where) + "; " + reached(), INDENT, screen.width())));
        lines.add("");
        lines.addAll(rows());
        lines.add("");
        lines.addAll(sinks());
        lines.addAll(reasons());
        lines.addAll(failure());
        lines.addAll(batches());
        lines.addAll(calls());
        lines.add("");
        lines.addAll(facts());
        if (!next.isEmpty()) {
            lines.add("");
            lines.add("Next:");
            lines.addAll(next);
        }
        return lines;
    }

    private String headline() {
        RunResult result = ended.result();
        return paint.bold("Run " + result.runId()) + " of " + SafeText.line(result.name()) + ": "
                + paint.status(ended.statusText()) + " after " + Figures.duration(ended.took())
                + (result.simulated() ? ", " + CallFigures.SIMULATED : "");
    }

    /// The progress of a run that stopped before the end of its source.
    private String reached() {
        RunProgress.Snapshot counts = ended.result().counts();
        return counts.rowsRead() == 0
                ? "no rows were read"
                : "last row read: " + Figures.count(counts.rowsRead())
                        + counts.sourceSize().stream()
                                .filter(_ -> counts.sourceDone() > 0)
                                .mapToObj(size -> ", " + Figures.percent(counts.sourceDone(), size) + " of the source")
                                .findFirst()
                                .orElse("");
    }

    private List<String> rows() {
        RunProgress.Snapshot counts = ended.result().counts();
        Table table = Table.of(Column.left("").painted(paint::status), Column.right(""), Column.right(""));
        table.row("rows read", Figures.count(counts.rowsRead()), "");
        if (counts.rowsDerived() > 0) {
            table.row("rows derived", Figures.count(counts.rowsDerived()), "");
        }
        counts.outcomes()
                .forEach((outcome, count) ->
                        table.row(INDENT + outcome.word(), Figures.count(count), shareOfRows(count)));
        open().forEach((what, count) -> table.row(INDENT + what, Figures.count(count), shareOfRows(count)));
        List<String> lines = table.lines(INDENT, screen);
        lines.add(INDENT + paint.dim(sum(counts)));
        return lines;
    }

    /// A count as a share of the rows; none if rows were split, since their tokens are counted then.
    private String shareOfRows(long count) {
        return hasSplitRows() ? "" : Figures.percent(count, ended.rows());
    }

    private boolean hasSplitRows() {
        return ended.outcomes() + ended.unfinished() != ended.rows();
    }

    /// Rows without an outcome, by what they wait for.
    private Map<String, Long> open() {
        var open = new LinkedHashMap<String, Long>();
        open.put("awaiting results", ended.awaiting());
        open.put("written, not durable", ended.undurable());
        open.put("no outcome", ended.unfinished() - ended.awaiting() - ended.undurable());
        open.values().removeIf(count -> count <= 0);
        return open;
    }

    /// The jobs, and what happens to the open ones.
    private List<String> batches() {
        var lines = new ArrayList<>(new OpenJobsText(ended.jobs(), where, shell).lines());
        if (!ended.openJobs().isEmpty()) {
            lines.addAll(Wrap.lines(
                    ended.losesJobs()
                            ? "The built-in simulator stopped with this process, and its batches are gone. To detach and"
                                    + " resume, run `" + shell.program() + " simulate` as a separate process."
                            : ended.needsDecision()
                                    ? "Held jobs are not polled or submitted until someone decides."
                                    : "Jobs that are not held keep running at the provider; resume at any time.",
                    INDENT,
                    screen.width()));
        }
        return lines;
    }

    /// The sum of the outcomes.
    private String sum(RunProgress.Snapshot counts) {
        if (counts.rowsRead() == 0) {
            return "the source has no rows";
        }
        if (hasSplitRows()) {
            return "some rows were split: " + Figures.count(ended.outcomes()) + " outcomes of "
                    + Figures.counted(counts.rowsEnded(), "row");
        }
        var parts = new ArrayList<Long>(counts.outcomes().values());
        parts.addAll(open().values());
        String sum = parts.stream().map(Figures::count).collect(Collectors.joining(" + ")) + " = "
                + Figures.count(ended.rows());
        return ended.unfinished() > 0 ? sum : (parts.size() > 1 ? sum + ": " : "") + "every row has an outcome";
    }

    private List<String> sinks() {
        Table table = Table.of(Column.left("sink"), Column.right("rows"), Column.right("size"), Column.path("output"));
        ended.sinks()
                .forEach(sink -> table.row(
                        SafeText.line(sink.name()),
                        Figures.count(sink.rows()),
                        sink.file().isEmpty() && sink.bytes() == 0 ? "" : Figures.bytes(sink.bytes()),
                        sink.file().map(this::shown).orElseGet(() -> SafeText.line(sink.target()))));
        List<String> lines = table.lines(INDENT, screen);
        if (ended.undurable() > 0) {
            lines.addAll(Wrap.lines(
                    "The last " + Figures.counted(ended.undurable(), "row")
                            + " are after the last complete part of the output; a resume writes them again from the"
                            + " record, without calls.",
                    INDENT,
                    screen.width()));
        }
        return lines;
    }

    private List<String> reasons() {
        Map<String, Long> reasons = ended.result().counts().reasons();
        if (reasons.isEmpty()) {
            return List.of();
        }
        Table table = Table.of(Column.left("reason"), Column.right("rows"));
        reasons.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .limit(REASONS)
                .forEach(reason -> table.row(SafeText.line(reason.getKey()), Figures.count(reason.getValue())));
        var lines = new ArrayList<>(List.of(""));
        lines.addAll(table.lines(INDENT, screen));
        if (reasons.size() > REASONS) {
            lines.add(INDENT + "and " + (reasons.size() - REASONS) + " more: " + shell.program() + " status "
                    + ended.result().runId() + where);
        }
        return lines;
    }

    /// The most frequent failure.
    private List<String> failure() {
        if (ended.failure().isEmpty()) {
            return List.of();
        }
        CommonFailure common = ended.failure().get();
        String met = "most frequent failure, " + Figures.counted(common.rows(), "row") + " " + common.outcome()
                + common.node().map(node -> " at " + SafeText.line(node)).orElse("")
                + common.reason().map(code -> " (" + SafeText.line(code) + ")").orElse("");
        var lines = new ArrayList<>(List.of(""));
        lines.addAll(
                Wrap.lines(met + ": " + Columns.cut(SafeText.line(common.message()), MESSAGE), INDENT, screen.width()));
        return lines;
    }

    /// The call totals of the whole run.
    private List<String> calls() {
        boolean none = ended.calls().calls() == 0
                && ended.calls().reused() == 0
                && ended.calls().shared() == 0
                && ended.calls().jobs().parked() == 0;
        if (none) {
            return List.of();
        }
        var lines = new ArrayList<>(List.of(""));
        lines.addAll(new CallTotalsText(ended.calls(), ended.result().simulated(), ended.forecast())
                .table(paint)
                .lines(INDENT, screen));
        for (ModelDifference difference : ended.report().history().models()) {
            lines.addAll(Wrap.lines(SafeText.line(difference.text()), INDENT, screen.width()));
        }
        return lines;
    }

    /// How many rows this process had in flight at most; nothing if others processed them.
    private static String inFlight(RunResult result) {
        return result.peakInFlight() == 0 && result.counts().rowsRead() > 0
                ? ""
                : ", at most " + Figures.counted(result.peakInFlight(), "row") + " in flight";
    }

    private List<String> facts() {
        RunResult result = ended.result();
        Table table = Table.of(Column.left("").painted(paint::dim), Column.path(""));
        table.row("throughput", Figures.rate(ended.rowsPerSecond()) + inFlight(result));
        table.row("landscape", SafeText.line(ended.landscape()));
        table.row(
                "head",
                result.head()
                                .root()
                                .substring(
                                        0,
                                        Math.min(
                                                ROOT_SHOWN, result.head().root().length())) + "… over "
                        + Figures.counted(result.head().size(), "event"));
        ended.headFile().ifPresent(file -> table.row("head file", shown(file)));
        if (ended.code() != ExitCode.OK) {
            table.row("exit code", ended.code().number() + ": " + ended.code().shortMeaning());
        }
        return table.lines(INDENT, screen);
    }

    /// A path relative to the current directory, if it is inside.
    private String shown(Path file) {
        Path here = shell.folder().toAbsolutePath().normalize();
        Path absolute = file.toAbsolutePath().normalize();
        return SafeText.line((absolute.startsWith(here) ? here.relativize(absolute) : absolute).toString());
    }
}
