package dev.rowan.cli.jobs;

import dev.rowan.cli.terminal.AnsiStyle;
import dev.rowan.cli.terminal.SafeText;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.cli.terminal.Table;
import dev.rowan.cli.terminal.Table.Column;
import dev.rowan.cli.terminal.Terminal;
import dev.rowan.cli.terminal.Wrap;
import dev.rowan.engine.jobs.JobArtifact;
import dev.rowan.engine.jobs.JobAudit;
import dev.rowan.engine.jobs.JobHistory;
import dev.rowan.engine.jobs.JobReport;
import dev.rowan.engine.jobs.JobState;
import dev.rowan.engine.report.Figures;
import dev.rowan.landscape.JobQueries.BatchStep;
import dev.rowan.landscape.JobQueries.ItemEnd;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// A job as text: status, steps, item counts, files, and why it is held.
public final class JobText {
    private static final String INDENT = "  ";
    private static final Set<ItemEnd> ENDS = EnumSet.complementOf(EnumSet.of(ItemEnd.OPEN));
    private static final int SHORT_HASH = 16;

    private final JobAudit audit;
    private final JobReport job;
    private final List<BatchStep> steps;
    private final List<JobArtifact> artifacts;
    private final Shell shell;
    private final Terminal screen;
    private final AnsiStyle paint;
    private final Instant now;

    public JobText(JobAudit audit, List<BatchStep> steps, List<JobArtifact> artifacts, Shell shell) {
        this.audit = audit;
        this.job = audit.job();
        this.steps = List.copyOf(steps);
        this.artifacts = List.copyOf(artifacts);
        this.shell = shell;
        this.screen = shell.screens().out();
        this.paint = screen.paint();
        this.now = shell.time().instant();
    }

    /// The text, followed by suggested commands; `where` is the option that selects the landscape in them.
    public List<String> lines(String where) throws IOException {
        var lines = new ArrayList<String>();
        lines.add(paint.bold("Job " + job.number()) + " of run " + job.runId() + ": "
                + paint.status(job.phase().word())
                + job.state()
                        .batch()
                        .word()
                        .map(word -> " (" + SafeText.line(word) + ")")
                        .orElse(""));
        job.held()
                .ifPresent(why -> lines.addAll(
                        Wrap.lines("held: " + shell.withCommands(SafeText.line(why), where), INDENT, screen.width())));
        job.trouble().ifPresent(_ -> lines.addAll(JobTroubles.lines(List.of(job), INDENT, shell)));
        lines.add("");
        lines.addAll(facts().lines(INDENT, screen));
        lines.add("");
        lines.addAll(timeline().lines(INDENT, screen));
        lines.addAll(counts());
        lines.addAll(anomalies());
        lines.addAll(files());
        List<String> next = NextForJob.of(job, shell.program(), where);
        if (!next.isEmpty()) {
            lines.add("");
            lines.add("Next:");
            lines.addAll(next);
        }
        return lines;
    }

    private Table facts() {
        Table table = Table.of(Column.left("").painted(paint::dim), Column.path(""));
        table.row("node", SafeText.line(job.node() + (job.model().isEmpty() ? "" : ", " + job.model())));
        table.row(
                "provider",
                SafeText.line(job.provider()
                        + job.state().plan().account().map(a -> " at " + a).orElse("")));
        table.row("batch", SafeText.line(job.batchId().orElse("unknown")));
        String submission = job.state().plan().submission();
        if (!submission.isEmpty()) {
            table.row("submission", SafeText.line(submission));
        }
        table.row("items", items());
        table.row("cost", JobCost.text(audit));
        if (!job.phase().isOver()) {
            table.row("since", time(job.since()));
            provided().ifPresent(message -> table.row("provider counts", message));
            job.state().batch().expiresAt().ifPresent(at -> table.row("expires", time(at)));
        }
        job.nextStep().ifPresent(at -> table.row(job.nextPoll().isPresent() ? "next poll" : "next step", time(at)));
        return table;
    }

    private String items() {
        JobState.Plan plan = job.state().plan();
        return Figures.count(job.items())
                + (plan.bytes() > 0 ? ", " + Figures.bytes(plan.bytes()) : "")
                + (plan.tokens() > 0 ? ", " + Figures.counted(plan.tokens(), "token") + " at most" : "");
    }

    /// The provider's own counts, which may not add up.
    private Optional<String> provided() {
        return job.state()
                .batch()
                .counts()
                .map(counts -> Figures.count(counts.succeeded()) + " succeeded, " + Figures.count(counts.failed())
                        + " failed, " + Figures.count(counts.unfinished()) + " unfinished");
    }

    /// `2026-11-15 14:00:10, in 48 s`
    private String time(Instant at) {
        Duration away = Duration.between(now, at);
        return Figures.time(at, shell.zone()) + ", "
                + (away.isNegative() ? Figures.duration(away.negated()) + " ago" : "in " + Figures.duration(away));
    }

    /// One line per step; consecutive polls are merged.
    private Table timeline() {
        Table table = Table.of(Column.left("step"), Column.left("at"), Column.left(""));
        for (JobHistory.Moment moment : JobHistory.of(steps).moments()) {
            table.row(
                    SafeText.line(moment.text()),
                    Figures.time(moment.step().at(), shell.zone()),
                    SafeText.line(moment.remark()));
        }
        return table;
    }

    /// The item counts and their sum.
    private List<String> counts() {
        Map<ItemEnd, Long> counts = job.state().counts();
        if (counts.isEmpty()) {
            return List.of();
        }
        Table table = Table.of(Column.left("result"), Column.right("items"));
        ENDS.forEach(end -> table.row(end.word(), Figures.count(counts.getOrDefault(end, 0L))));
        long sum = ENDS.stream().mapToLong(end -> counts.getOrDefault(end, 0L)).sum();
        String parts = ENDS.stream()
                .map(end -> Figures.count(counts.getOrDefault(end, 0L)))
                .collect(Collectors.joining(" + "));
        var lines = new ArrayList<>(List.of(""));
        lines.addAll(table.lines(INDENT, screen));
        lines.add(INDENT
                + (sum == job.items()
                        ? paint.dim(parts + " = " + Figures.count(sum) + ": all items accounted for")
                        : paint.red(parts + " = " + Figures.count(sum) + ", but there are "
                                + Figures.counted(job.items(), "item"))));
        return lines;
    }

    private List<String> anomalies() {
        String message = job.anomalies().strayLines().entrySet().stream()
                .map(entry -> Figures.count(entry.getValue()) + " " + entry.getKey())
                .sorted()
                .collect(Collectors.joining(", "));
        var lines = new ArrayList<String>();
        if (!message.isEmpty()) {
            lines.add("");
            lines.addAll(Wrap.lines(
                    "result lines that match no item: " + SafeText.line(message) + "; no row is affected",
                    INDENT,
                    screen.width()));
        }
        String duplicates = job.state().duplicates().stream()
                .map(batch -> batch.batchId() + " (" + batch.state().name().toLowerCase(Locale.ROOT) + ")")
                .collect(Collectors.joining(", "));
        if (!duplicates.isEmpty()) {
            lines.add("");
            lines.addAll(Wrap.lines(
                    "other batches of this job, cancelled: " + SafeText.line(duplicates), INDENT, screen.width()));
        }
        return lines;
    }

    private List<String> files() throws IOException {
        if (artifacts.isEmpty()) {
            return List.of();
        }
        Table table = Table.of(
                Column.left("file"),
                Column.right("size"),
                Column.right("lines"),
                Column.left("SHA-256"),
                Column.left("on this machine"));
        for (JobArtifact file : artifacts) {
            table.row(
                    file.name(),
                    file.bytes().isPresent() ? Figures.bytes(file.bytes().getAsLong()) : "",
                    file.lines().isPresent() ? Figures.count(file.lines().getAsLong()) : "",
                    file.sha256()
                            .map(sha -> screen.width() >= 120 ? sha : cut(sha))
                            .orElse(""),
                    file.here().word());
        }
        var lines = new ArrayList<>(List.of(""));
        lines.addAll(table.lines(INDENT, screen));
        return lines;
    }

    private static String cut(String sha) {
        return sha.length() > SHORT_HASH ? sha.substring(0, SHORT_HASH) + "…" : sha;
    }
}
