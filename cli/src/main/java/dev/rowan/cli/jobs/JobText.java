package dev.rowan.cli.jobs;

import dev.rowan.cli.terminal.AnsiStyle;
import dev.rowan.cli.terminal.Figures;
import dev.rowan.cli.terminal.SafeText;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.cli.terminal.Table;
import dev.rowan.cli.terminal.Table.Column;
import dev.rowan.cli.terminal.Terminal;
import dev.rowan.cli.terminal.Wrap;
import dev.rowan.engine.jobs.JobArtifact;
import dev.rowan.engine.jobs.JobHistory;
import dev.rowan.engine.jobs.JobReport;
import dev.rowan.engine.jobs.PricedJob;
import dev.rowan.landscape.LandscapeReader.BatchStep;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A job as text: status, steps, item counts, files, and why it is held.
public final class JobText {
    private static final String INDENT = "  ";
    private static final List<String> ENDS = List.of("succeeded", "errored", "expired", "cancelled", "missing");
    private static final int SHORT_HASH = 16;

    private final PricedJob priced;
    private final JobReport job;
    private final List<BatchStep> steps;
    private final List<JobArtifact> artifacts;
    private final Shell shell;
    private final Terminal screen;
    private final AnsiStyle paint;
    private final Instant now;

    public JobText(PricedJob priced, List<BatchStep> steps, List<JobArtifact> artifacts, Shell shell) {
        this.priced = priced;
        this.job = priced.job();
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
                + job.word("word").map(word -> " (" + SafeText.line(word) + ")").orElse(""));
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
        table.row(
                "node",
                SafeText.line(job.node() + job.word("model").map(m -> ", " + m).orElse("")));
        table.row(
                "provider",
                SafeText.line(job.provider()
                        + job.word("account").map(a -> " at " + a).orElse("")));
        table.row("batch", SafeText.line(job.batchId().orElse("unknown")));
        job.word("submission").ifPresent(id -> table.row("submission", SafeText.line(id)));
        table.row("items", items());
        table.row("cost", JobCost.text(priced));
        if (!job.phase().isOver()) {
            table.row("since", time(job.since()));
            provided().ifPresent(words -> table.row("provider counts", words));
            job.time("expires_at").ifPresent(at -> table.row("expires", time(at)));
        }
        job.nextStep().ifPresent(at -> table.row(job.nextPoll().isPresent() ? "next poll" : "next step", time(at)));
        return table;
    }

    private String items() {
        return Figures.count(job.items())
                + (job.number("bytes").isPresent()
                        ? ", " + Figures.bytes(job.number("bytes").getAsLong())
                        : "")
                + (job.number("tokens").isPresent()
                        ? ", " + Figures.counted(job.number("tokens").getAsLong(), "token") + " at most"
                        : "");
    }

    /// The provider's own counts, which may not add up.
    private Optional<String> provided() {
        String words = Stream.of("succeeded", "failed", "unfinished")
                .filter(what -> job.number(what).isPresent())
                .map(what -> Figures.count(job.number(what).getAsLong()) + " " + what)
                .collect(Collectors.joining(", "));
        return words.isEmpty() ? Optional.empty() : Optional.of(words);
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
                    SafeText.line(moment.words()),
                    Figures.time(moment.step().at(), shell.zone()),
                    SafeText.line(moment.remark()));
        }
        return table;
    }

    /// The item counts and their sum.
    private List<String> counts() {
        Map<?, ?> counts = job.part("counts");
        if (counts.isEmpty()) {
            return List.of();
        }
        Table table = Table.of(Column.left("result"), Column.right("items"));
        ENDS.forEach(end ->
                table.row(end, Figures.count(JobReport.numberOf(counts.get(end)).orElse(0))));
        long sum = ENDS.stream()
                .mapToLong(end -> JobReport.numberOf(counts.get(end)).orElse(0))
                .sum();
        String parts = ENDS.stream()
                .map(end -> Figures.count(JobReport.numberOf(counts.get(end)).orElse(0)))
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
        String words = job.part("anomalies").entrySet().stream()
                .filter(entry -> JobReport.numberOf(entry.getValue()).orElse(0) > 0)
                .map(entry -> Figures.count(JobReport.numberOf(entry.getValue()).orElse(0)) + " " + entry.getKey())
                .sorted()
                .collect(Collectors.joining(", "));
        var lines = new ArrayList<String>();
        if (!words.isEmpty()) {
            lines.add("");
            lines.addAll(Wrap.lines(
                    "result lines that match no item: " + SafeText.line(words) + "; no row is affected",
                    INDENT,
                    screen.width()));
        }
        job.word("duplicates").filter(list -> !list.equals("[]")).ifPresent(list -> {
            lines.add("");
            lines.addAll(
                    Wrap.lines("other batches of this job, cancelled: " + SafeText.line(list), INDENT, screen.width()));
        });
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
