package dev.rowan.cli.explain;

import dev.rowan.cli.command.LandscapeAddress;
import dev.rowan.cli.command.LandscapeOption;
import dev.rowan.cli.command.UsageException;
import dev.rowan.cli.history.BatchMetricsText;
import dev.rowan.cli.history.OutageText;
import dev.rowan.cli.history.PoolText;
import dev.rowan.cli.rows.SinkRefusal;
import dev.rowan.cli.terminal.SafeText;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.cli.terminal.Wrap;
import dev.rowan.engine.report.Figures;
import dev.rowan.engine.report.JobNames;
import dev.rowan.engine.report.RowDetails;
import dev.rowan.engine.report.RowHistoryJson;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.history.RowHistory;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `rowan explain`: shows the history of one row.
@Command(
        name = "explain",
        description = "Show the history of one row: source, every node visit, calls and outcome.",
        footer = {"", "Example:", "  ${COMMAND-FULL-NAME} latest --row 1"})
public final class ExplainCommand implements Runnable {
    private final Shell shell;

    @Parameters(paramLabel = "RUN", description = "Run id, unique prefix of an id, run name, or 'latest'.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String run;

    @ArgGroup(multiplicity = "1")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private WhichRow which;

    @Option(names = "--full", description = "Show long values in full.")
    private boolean full;

    @Option(names = "--requests", description = "Show requests and replies, without secrets.")
    private boolean requests;

    @Option(names = "--all", description = "Show all branches of a row; by default, more than 20 are folded.")
    private boolean all;

    @Mixin
    private final LandscapeOption landscape = new LandscapeOption();

    @Option(names = "--json", description = "Print the full history as one JSON object.")
    private boolean json;

    public ExplainCommand(Shell shell) {
        this.shell = shell;
    }

    /// A row by number or by id; picocli sets one of them.
    private static final class WhichRow {
        @Option(names = "--row", paramLabel = "N", required = true, description = "Row number, starting at 1.")
        private long row;

        @Option(
                names = "--id",
                paramLabel = "ID",
                required = true,
                description = "The row's own id, from the field set by the source option 'id'.")
        private String id = "";
    }

    @Override
    public void run() {
        RowHistory history;
        JobNames jobs;
        OutageText outages;
        List<String> groups;
        List<SinkRefusal> refusals;
        List<Map<String, @Nullable Object>> pools;
        List<Map<String, @Nullable Object>> metrics;
        LandscapeAddress address = landscape.choose(shell);
        try (LandscapeReader reader = address.read()) {
            history = find(reader);
            jobs = JobNames.of(reader, history);
            groups = new GroupText(reader, history.run().runId()).lines(history.rowSeq());
            refusals = SinkRefusal.of(reader, history.run().runId(), history.rowSeq());
            outages = RowOutages.of(history, OutageText.of(reader, history.run()));
            pools = visited(history, reader.notes().list(history.run().runId(), PoolText.NOTE));
            metrics = visited(
                    history,
                    BatchMetricsText.latest(reader.notes().list(history.run().runId(), BatchMetricsText.NOTE)));
        }
        if (json) {
            shell.out()
                    .println(new RowHistoryJson(history, jobs, requests ? RowDetails.MESSAGES : RowDetails.NONE)
                            .json()
                            .put("groups", groups)
                            .put(
                                    "refusals",
                                    refusals.stream().map(SinkRefusal::asMap).toList())
                            .put("pools", pools)
                            .put("batch_metrics", metrics)
                            .put("outages", outages.json())
                            .line());
        } else {
            new ExplainText(history, jobs, outages, address.option(shell), shell, new DetailLevel(full, requests, all))
                    .lines()
                    .forEach(shell.out()::println);
            var reasons = new ReasonText(
                    shell.screens().out().width(), shell.screens().out().paint());
            for (SinkRefusal refusal : refusals) {
                shell.out().println();
                shell.out().println("sink '" + SafeText.line(refusal.sink()) + "' rejected the row");
                reasons.lines(refusal.reason()).forEach(shell.out()::println);
            }
            if (!groups.isEmpty()) {
                shell.out().println();
                groups.forEach(line ->
                        Wrap.lines(line, "", shell.screens().out().width()).forEach(shell.out()::println));
            }
            if (!pools.isEmpty()) {
                shell.out().println();
                PoolText.lines(pools, shell.screens().out()).forEach(shell.out()::println);
            }
            if (!metrics.isEmpty()) {
                shell.out().println();
                BatchMetricsText.lines(metrics, shell.screens().out()).forEach(shell.out()::println);
            }
        }
    }

    /// The notes about nodes that the row visited.
    private static List<Map<String, @Nullable Object>> visited(
            RowHistory history, List<Map<String, @Nullable Object>> notes) {
        return notes.stream()
                .filter(note -> history.visits().stream()
                        .anyMatch(visit -> visit.nodeName().equals(note.get("node"))))
                .toList();
    }

    private RowHistory find(LandscapeReader reader) {
        String runId = reader.runs().resolve(run);
        long row = which.id.isEmpty()
                ? which.row
                : reader.rows()
                        .withId(runId, which.id)
                        .orElseThrow(() -> new UsageException("run " + runId + " has no row with the id '" + which.id
                                + "'; ids come from the field set by the source option 'id'"));
        return reader.rows()
                .history(runId, row)
                .orElseThrow(() -> new UsageException("run " + runId + " has no row " + row + "; it read "
                        + rows(reader.runs().summary(runId).rowsRead())));
    }

    private static String rows(long read) {
        return read == 0 ? "none" : "rows 1 to " + Figures.count(read);
    }
}
