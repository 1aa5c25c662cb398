package dev.rowan.cli.jobs;

import dev.rowan.cli.terminal.SafeText;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.cli.terminal.Table;
import dev.rowan.cli.terminal.Table.Column;
import dev.rowan.cli.terminal.Terminal;
import dev.rowan.engine.jobs.JobAudit;
import dev.rowan.engine.jobs.JobReport;
import dev.rowan.engine.report.Figures;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Jobs as a table; the run is a column if there are several. A narrow screen omits columns that `rowan batch show`
/// has.
public final class JobsTable {
    /// The width from which all columns fit.
    private static final int WIDE = 120;

    private final List<JobReport> jobs;
    private final Map<JobReport, String> costs;
    private final Shell shell;
    private final Instant now;

    private JobsTable(List<JobReport> jobs, Map<JobReport, String> costs, Shell shell) {
        this.jobs = List.copyOf(jobs);
        this.costs = Map.copyOf(costs);
        this.shell = shell;
        this.now = shell.time().instant();
    }

    /// A table without a cost column.
    public static JobsTable of(List<JobReport> jobs, Shell shell) {
        return new JobsTable(jobs, Map.of(), shell);
    }

    public static JobsTable priced(List<JobAudit> jobs, Shell shell) {
        return new JobsTable(
                jobs.stream().map(JobAudit::job).toList(),
                jobs.stream().collect(Collectors.toMap(JobAudit::job, JobCost::text)),
                shell);
    }

    private record Shown(Column column, Function<JobReport, String> cell) {}

    public List<String> lines(String indent) {
        Terminal screen = shell.screens().out();
        List<Shown> shown = columns(screen);
        Table table = Table.of(shown.stream().map(Shown::column).toArray(Column[]::new));
        jobs.forEach(job ->
                table.row(shown.stream().map(one -> one.cell().apply(job)).toArray(String[]::new)));
        return table.lines(indent, screen);
    }

    private List<Shown> columns(Terminal screen) {
        boolean wide = screen.width() >= WIDE;
        boolean several = jobs.stream().map(JobReport::runId).distinct().count() > 1;
        var columns = new ArrayList<Shown>();
        addIf(several, Column.left("run"), JobReport::runId, columns);
        addIf(true, Column.right("job"), job -> String.valueOf(job.number()), columns);
        addIf(wide || !several, Column.left("node"), job -> SafeText.line(job.node()), columns);
        addIf(true, Column.left("provider"), job -> SafeText.line(job.provider()), columns);
        addIf(
                wide || !several,
                Column.path("batch"),
                job -> SafeText.line(job.batchId().orElse("-")),
                columns);
        addIf(
                true,
                Column.left("status").painted(screen.paint()::status),
                job -> job.phase().word(),
                columns);
        addIf(
                wide,
                Column.left("provider status"),
                job -> SafeText.line(job.state().batch().word().orElse("")),
                columns);
        addIf(true, Column.right("items"), job -> Figures.count(job.items()), columns);
        addIf(true, Column.right("done"), job -> Figures.count(job.done()), columns);
        addIf(true, Column.right("age"), this::age, columns);
        addIf(wide, Column.right("next step"), this::nextStep, columns);
        addIf(wide && !costs.isEmpty(), Column.right("cost"), job -> costs.getOrDefault(job, ""), columns);
        return columns;
    }

    private static void addIf(boolean wanted, Column column, Function<JobReport, String> cell, List<Shown> columns) {
        if (wanted) {
            columns.add(new Shown(column, cell));
        }
    }

    private String age(JobReport job) {
        Duration age = Duration.between(job.since(), now);
        return Figures.duration(age.isNegative() ? Duration.ZERO : age);
    }

    private String nextStep(JobReport job) {
        return job.nextStep()
                .map(at -> at.isAfter(now) ? "in " + Figures.duration(Duration.between(now, at)) : "due")
                .orElse("");
    }
}
