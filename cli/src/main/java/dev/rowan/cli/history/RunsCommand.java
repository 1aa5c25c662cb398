package dev.rowan.cli.history;

import dev.rowan.cli.command.LandscapeOption;
import dev.rowan.cli.command.UsageException;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.report.RunJson;
import dev.rowan.engine.report.RunReport;
import dev.rowan.json.JsonObject;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.history.RunSummary;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `rowan runs`: lists the runs of a landscape, newest first.
@Command(
        name = "runs",
        description = "List the runs in a landscape, newest first.",
        footer = {"", "Example:", "  ${COMMAND-FULL-NAME} --limit 5"})
public final class RunsCommand implements Runnable {
    private final Shell shell;

    @Option(names = "--limit", paramLabel = "N", description = "Number of runs to show. Default: 20.")
    private int limit = 20;

    @Mixin
    private final LandscapeOption landscape = new LandscapeOption();

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    public RunsCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public void run() {
        if (limit < 1) {
            throw new UsageException("--limit must be at least 1, got " + limit);
        }
        try (LandscapeReader reader = landscape.choose(shell).read()) {
            List<RunSummary> runs = reader.runs().newest(limit);
            if (json) {
                var list = runs.stream().map(run -> json(reader, run)).toList();
                shell.out().println(JsonObject.object().put("runs", list).line());
            } else {
                new RunsTable(runs, shell).lines().forEach(shell.out()::println);
            }
        }
    }

    private JsonObject json(LandscapeReader reader, RunSummary run) {
        return RunJson.of(RunReport.brief(
                run, RunReport.cap(reader, run.runId()), shell.time().instant()));
    }
}
