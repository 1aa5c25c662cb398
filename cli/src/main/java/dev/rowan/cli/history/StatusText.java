package dev.rowan.cli.history;

import dev.rowan.cli.command.CallTotalsText;
import dev.rowan.cli.command.EstimateText;
import dev.rowan.cli.jobs.OpenJobsText;
import dev.rowan.cli.terminal.AnsiStyle;
import dev.rowan.cli.terminal.SafeText;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.cli.terminal.Table;
import dev.rowan.cli.terminal.Table.Column;
import dev.rowan.cli.terminal.Terminal;
import dev.rowan.cli.terminal.Wrap;
import dev.rowan.engine.jobs.JobReport;
import dev.rowan.engine.report.Figures;
import dev.rowan.engine.report.ModelDifference;
import dev.rowan.engine.report.NoteFacts;
import dev.rowan.engine.report.RunReport;
import dev.rowan.engine.startup.RunForecast;
import dev.rowan.landscape.history.Reconciliation;
import dev.rowan.landscape.history.RunSummary;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/// A recorded run as text: status, counts, sinks, reasons and origin.
final class StatusText {
    private static final String INDENT = "  ";
    private static final int MAX_SUBTASKS = 50;

    private final RunReport report;
    private final RunSummary run;
    private final List<JobReport> jobs;
    private final OutageText outages;
    private final Optional<RunForecast> forecast;
    private final String where;
    private final Shell shell;
    private final Terminal screen;
    private final AnsiStyle paint;

    /// `where` is the option that selects the landscape in a command.
    StatusText(
            RunReport report,
            List<JobReport> jobs,
            OutageText outages,
            Optional<RunForecast> forecast,
            String where,
            Shell shell) {
        this.forecast = forecast;
        this.report = report;
        this.run = report.run();
        this.outages = outages;
        this.jobs = List.copyOf(jobs);
        this.where = where;
        this.shell = shell;
        this.screen = shell.screens().out();
        this.paint = screen.paint();
    }

    List<String> lines() {
        var lines = new ArrayList<String>();
        lines.add(paint.bold("Run " + run.runId()) + " of " + SafeText.line(run.name()) + ": " + status());
        run.why()
                .ifPresent(why -> lines.addAll(Wrap.lines(
                        shell.withCommands(SafeText.line(why), where) + "; " + reached(), INDENT, screen.width())));
        for (String line : progress()) {
            lines.addAll(Wrap.lines(SafeText.line(line), INDENT, screen.width()));
        }
        lines.add("");
        lines.addAll(counts().lines(INDENT, screen));
        list("sink", run.sinkRows(), lines);
        list("reason", run.reasons(), lines);
        if (run.calls().calls() + run.calls().reused() + run.calls().shared() > 0) {
            lines.add("");
            lines.addAll(new CallTotalsText(run.calls(), run.simulated(), forecast)
                    .table(paint)
                    .lines(INDENT, screen));
            for (ModelDifference difference : report.history().models()) {
                lines.addAll(Wrap.lines(SafeText.line(difference.text()), INDENT, screen.width()));
            }
        }
        if (!outages.outages().isEmpty()) {
            lines.add("");
            for (String outage : outages.lines(shell)) {
                lines.addAll(Wrap.lines(outage, INDENT, screen.width()));
            }
        }
        if (!report.splits().isEmpty()) {
            lines.add("");
            lines.addAll(SubtaskText.lines(report.splits(), MAX_SUBTASKS, INDENT, screen));
        }
        sharedLimits().forEach(shared -> lines.addAll(Wrap.lines(shared, INDENT, screen.width())));
        lines.addAll(new OpenJobsText(jobs, where, shell).lines());
        if (!report.history().pools().isEmpty()) {
            lines.add("");
            lines.addAll(PoolText.lines(
                    report.history().pools().stream().map(NoteFacts::facts).toList(), screen));
        }
        lines.add("");
        lines.addAll(facts().lines(INDENT, screen));
        return lines;
    }

    /// The progress of a running run, and what it waits for.
    private List<String> progress() {
        return report.isRunning()
                ? Stream.concat(Stream.of(EstimateText.line(report.estimate())), report.waits().stream())
                        .toList()
                : List.of();
    }

    /// `api.openai.com: limit shared by 3 processes, share 33 %`, of a run that is running.
    private List<String> sharedLimits() {
        if (!run.status().equals(RunSummary.RUNNING)) {
            return List.of();
        }
        return report.history().last().map(last -> last.sample().services()).orElse(List.of()).stream()
                .flatMap(service -> service.shared().stream()
                        .map(shared -> SafeText.line(service.address()).replaceFirst("^https?://", "") + ": "
                                + shared.label()))
                .toList();
    }

    private String status() {
        String status = paint.status(run.statusText());
        if (run.ended().isEmpty()) {
            Duration between = Duration.between(run.lastEvent(), shell.time().instant());
            Duration silent = between.isNegative() ? Duration.ZERO : between;
            return status + ", last heartbeat " + Figures.duration(silent) + " ago" + simulated();
        }
        return status
                + run.duration().map(took -> " after " + Figures.duration(took)).orElse("")
                + simulated();
    }

    private String simulated() {
        return run.simulated() ? ", " + paint.yellow("SIMULATED") : "";
    }

    private String reached() {
        return run.rowsRead() == 0 ? "no rows were read" : "last row read: " + Figures.count(run.rowsRead());
    }

    private Table counts() {
        Table table = Table.of(Column.left("").painted(paint::status), Column.right(""), Column.right(""));
        table.row("rows read", Figures.count(run.rowsRead()), "");
        if (run.rowsDerived() > 0) {
            table.row("rows derived", Figures.count(run.rowsDerived()), "");
        }
        new TreeMap<>(run.outcomes())
                .forEach((outcome, count) ->
                        table.row(INDENT + outcome.word(), Figures.count(count), shareOfRows(count)));
        long awaiting = Math.min(run.awaiting(), run.rowsOpen());
        if (awaiting > 0) {
            table.row(INDENT + "awaiting results", Figures.count(awaiting), shareOfRows(awaiting));
        }
        long open = run.rowsOpen() - awaiting;
        if (open > 0) {
            table.row(INDENT + "no outcome", Figures.count(open), shareOfRows(open));
        }
        return table;
    }

    /// A count as a share of the rows; none if rows were split, since their tokens are counted then.
    private String shareOfRows(long count) {
        long rows = run.rowsRead() + run.rowsDerived();
        long outcomes =
                run.outcomes().values().stream().mapToLong(Long::longValue).sum();
        return outcomes > rows - run.rowsOpen() ? "" : Figures.percent(count, rows);
    }

    private void list(String title, Map<String, Long> counts, List<String> lines) {
        if (counts.isEmpty()) {
            return;
        }
        Table table = Table.of(Column.left(title), Column.right("rows"));
        counts.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .forEach(entry -> table.row(SafeText.line(entry.getKey()), Figures.count(entry.getValue())));
        lines.add("");
        lines.addAll(table.lines(INDENT, screen));
    }

    /// `2026-11-18 12:00 with openai's bill: 12 lines equal, 1 difference; $1.20 in the ledger, $1.25 billed`.
    private String reconciled(Reconciliation bill) {
        Reconciliation.Comparison found = bill.comparison();
        return Figures.time(bill.time(), shell.zone()) + " with the bill of " + SafeText.line(bill.provider()) + ": "
                + Figures.counted(found.equal(), "line") + " equal, "
                + Figures.counted(found.differences(), "difference")
                + found.billUsd()
                        .map(billed -> "; " + Figures.dollars(found.ledgerUsd()) + " in the ledger, "
                                + Figures.dollars(billed) + " billed")
                        .orElse("")
                + (bill.runs() > 1 ? ", over " + Figures.counted(bill.runs(), "run") : "");
    }

    private Table facts() {
        Table table = Table.of(Column.left("").painted(paint::dim), Column.path(""));
        table.row("started", Figures.time(run.started(), shell.zone()) + " by " + SafeText.line(run.operator()));
        if (run.resumed() > 0) {
            table.row("resumed", run.resumed() == 1 ? "once" : Figures.count(run.resumed()) + " times");
        }
        report.reconciled().forEach(bill -> table.row("reconciled", reconciled(bill)));
        run.pipelineFile().ifPresent(file -> table.row("pipeline", SafeText.line(file)));
        table.row("source", SafeText.line(run.source()));
        table.row("events", Figures.count(run.events()));
        table.row("head", run.root());
        table.row("rowan", SafeText.line(run.rowanVersion()));
        return table;
    }
}
