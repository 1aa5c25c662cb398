package dev.rowan.cli.run;

import dev.rowan.api.Outcome;
import dev.rowan.cli.command.ExitCode;
import dev.rowan.cli.command.LandscapeAddress;
import dev.rowan.cli.command.LandscapeOption;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.jobs.JobReport;
import dev.rowan.engine.report.RunJson;
import dev.rowan.engine.report.RunReport;
import dev.rowan.engine.report.SplitReport;
import dev.rowan.json.JsonObject;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.NoteQueries.Note;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.record.RunEnd;
import dev.rowan.landscape.record.Sample;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `rowan watch`: shows the progress of a run in another process until it ends.
@Command(
        name = "watch",
        description = "Watch the progress of a run in another process until it ends.",
        footer = {
            "",
            "Example:",
            "  ${COMMAND-FULL-NAME} latest",
            "",
            "Refreshes about every second. Ctrl-C stops watching, not the run. The exit code",
            "is that of the run. Use `tune` to change a run while it is running."
        })
public final class WatchCommand implements Callable<Integer> {
    private static final String STOP = "stop_requested";
    private static final Duration POLL_INTERVAL = Duration.ofMillis(500);

    private final Shell shell;

    @Parameters(paramLabel = "RUN", description = "Run id, unique prefix of an id, run name, or 'latest'.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String run;

    @Mixin
    private final LandscapeOption landscape = new LandscapeOption();

    @Option(names = "--json", description = "Print each sample as a JSON line, the run's end last.")
    private boolean json;

    public WatchCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws InterruptedException {
        LandscapeAddress address = landscape.choose(shell);
        try (LandscapeReader reader = address.read()) {
            RunSummary summary = watch(reader, reader.runs().resolve(run));
            if (json) {
                shell.out()
                        .println(RunJson.of(RunReport.brief(
                                        summary,
                                        RunReport.cap(reader, summary.runId()),
                                        shell.time().instant()))
                                .line());
            } else {
                shell.out().println(EndedWatch.line(summary, address.option(shell), shell));
            }
            return code(summary).number();
        }
    }

    /// The recorded state when no process executes the run any more.
    private RunSummary watch(LandscapeReader reader, String runId) throws InterruptedException {
        ProgressView view = ProgressView.of(shell);
        RunSummary summary = reader.runs().summary(runId);
        var pace = new RateWindow(summary.name(), 0, shell.zone());
        var seen = new Seen();
        while (true) {
            boolean running = summary.status().equals(RunSummary.RUNNING);
            List<JobReport> jobs = summary.jobs().isEmpty() ? List.of() : JobReport.of(reader, runId);
            for (Note note : reader.notes().after(runId, seen.event, Set.of(Sample.NOTE, STOP))) {
                seen.event = note.event();
                seen.stopping |= note.type().equals(STOP);
                if (note.type().equals(Sample.NOTE)) {
                    take(note, summary, jobs, SplitReport.read(reader, summary), pace, seen, view);
                }
            }
            if (!running) {
                view.clear();
                return summary;
            }
            shell.time().sleep(POLL_INTERVAL);
            summary = reader.runs().summary(runId);
        }
    }

    /// The position of the watch.
    private static final class Seen {
        private long event;
        private long shownAt = Long.MIN_VALUE;
        private boolean stopping;
    }

    private void take(
            Note note,
            RunSummary summary,
            List<JobReport> jobs,
            SplitReport splits,
            RateWindow pace,
            Seen seen,
            ProgressView view) {
        if (json) {
            shell.out()
                    .println(JsonObject.object()
                            .put("run", summary.runId())
                            .put("at", note.at())
                            .put(Sample.NOTE, note.facts())
                            .putAll(splits.isEmpty() ? JsonObject.object() : splits.json())
                            .line());
            return;
        }
        long nanos = Math.max(1, Duration.between(summary.started(), note.at()).toNanos());
        ProgressSnapshot snapshot = pace.snapshot(
                        WatchedRun.progress(Sample.of(note.facts()), jobs, summary.simulated()), nanos, seen.stopping)
                .with(splits);
        boolean due = seen.shownAt == Long.MIN_VALUE
                || nanos - seen.shownAt >= view.interval().toNanos();
        if (summary.status().equals(RunSummary.RUNNING) && due) {
            seen.shownAt = nanos;
            view.show(snapshot);
        }
    }

    private static ExitCode code(RunSummary summary) {
        for (RunEnd.Status status : RunEnd.Status.values()) {
            if (status.name().toLowerCase(Locale.ROOT).equals(summary.status())) {
                Set<Outcome> outcomes = new HashSet<>();
                summary.outcomes().forEach((outcome, count) -> {
                    if (count > 0) {
                        outcomes.add(outcome);
                    }
                });
                return ExitCode.of(status, outcomes);
            }
        }
        return ExitCode.INTERRUPTED;
    }
}
