package dev.rowan.cli.jobs;

import dev.rowan.cli.terminal.Figures;
import dev.rowan.cli.terminal.SafeText;
import dev.rowan.cli.terminal.Screen;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.cli.terminal.Table;
import dev.rowan.cli.terminal.Table.Column;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// Jobs in a table. Where they are of several runs each line names its run; a narrow screen leaves out what
/// `rowan batch show` tells.
public final class JobsTable {
    /// From so many columns on there is room for all of it.
    private static final int WIDE = 120;

    private final List<PricedJob> jobs;
    private final Shell shell;
    private final Instant now;

    public JobsTable(List<PricedJob> jobs, Shell shell) {
        this.jobs = List.copyOf(jobs);
        this.shell = shell;
        this.now = shell.time().instant();
    }

    private record Shown(Column column, Function<PricedJob, String> cell) {}

    public List<String> lines(String indent) {
        Screen screen = shell.screens().out();
        List<Shown> shown = columns(screen);
        Table table = Table.of(shown.stream().map(Shown::column).toArray(Column[]::new));
        jobs.forEach(job ->
                table.row(shown.stream().map(one -> one.cell().apply(job)).toArray(String[]::new)));
        return table.lines(indent, screen);
    }

    private List<Shown> columns(Screen screen) {
        boolean wide = screen.width() >= WIDE;
        boolean several = jobs.stream().map(job -> job.job().runId()).distinct().count() > 1;
        var columns = new ArrayList<Shown>();
        if (several) {
            columns.add(new Shown(Column.left("run"), job -> job.job().runId()));
        }
        columns.add(new Shown(Column.right("job"), job -> String.valueOf(job.job().number())));
        if (wide || !several) {
            columns.add(new Shown(Column.left("node"), job -> SafeText.line(job.job().node())));
        }
        columns.add(
                new Shown(Column.left("provider"), job -> SafeText.line(job.job().provider())));
        if (wide || !several) {
            columns.add(new Shown(
                    Column.path("batch"), job -> SafeText.line(job.job().batchId().orElse("-"))));
        }
        columns.add(new Shown(
                Column.left("status").painted(screen.paint()::status),
                job -> job.job().phase().word()));
        if (wide) {
            columns.add(new Shown(
                    Column.left("its word"), job -> SafeText.line(job.job().word("word").orElse(""))));
        }
        columns.add(new Shown(Column.right("items"), job -> Figures.count(job.job().items())));
        columns.add(new Shown(Column.right("done"), job -> Figures.count(job.job().done())));
        columns.add(new Shown(Column.right("age"), job -> age(job.job())));
        if (wide) {
            columns.add(new Shown(Column.right("next poll"), job -> nextPoll(job.job())));
            columns.add(new Shown(Column.right("cost"), PricedJob::words));
        }
        return columns;
    }

    private String age(Job job) {
        Duration age = Duration.between(job.since(), now);
        return Figures.duration(age.isNegative() ? Duration.ZERO : age);
    }

    private String nextPoll(Job job) {
        return job.nextPoll()
                .map(at -> at.isAfter(now) ? "in " + Figures.duration(Duration.between(now, at)) : "due")
                .orElse("");
    }
}
