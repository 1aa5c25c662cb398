package dev.rowan.cli.rows;

import dev.rowan.api.Outcome;
import dev.rowan.cli.command.LandscapeAddress;
import dev.rowan.cli.command.LandscapeOption;
import dev.rowan.cli.command.UsageException;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.report.ShellWord;
import dev.rowan.json.JsonObject;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.RowScan;
import dev.rowan.landscape.open.Landscapes;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `rowan rows`: lists the rows of a run by outcome and reason.
@Command(
        name = "rows",
        description = "List the rows of a run by outcome, with reasons.",
        footer = {"", "Example:", "  ${COMMAND-FULL-NAME} latest --outcome failed"})
public final class RowsCommand implements Runnable {
    private static final int MAX_LIMIT = 10_000;

    private final Shell shell;

    @Parameters(paramLabel = "RUN", description = "Run id, unique prefix of an id, run name, or 'latest'.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String run;

    @Option(
            names = "--outcome",
            paramLabel = "OUTCOME",
            split = ",",
            description = {
                "Only rows with these outcomes: completed, blocked,",
                "failed, quarantined, discarded, indeterminate.",
                "Default: all."
            })
    private List<String> outcomes = List.of();

    @Option(names = "--reason", paramLabel = "CODE", split = ",", description = "Only rows with this reason code.")
    private List<String> reasons = List.of();

    @Option(names = "--limit", paramLabel = "N", description = "Number of rows to show. Default: 50.")
    private int limit = 50;

    @Mixin
    private final LandscapeOption landscape = new LandscapeOption();

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    public RowsCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public void run() {
        check();
        LandscapeAddress address = landscape.choose(shell);
        try (LandscapeReader reader = address.read()) {
            String runId = reader.runs().resolve(run);
            RowMatches matches = matches(address, runId);
            List<EndedRow> rows = matches.first().stream()
                    .map(entry -> EndedRow.read(reader, runId, entry.getKey()))
                    .toList();
            List<RowGroup> groups =
                    RowGroup.of(matches, reader.runs().declared(runId).nodes());
            if (json) {
                shell.out().println(json(runId, matches, groups, rows).line());
            } else {
                String where = address.option(shell);
                new RowsText(runId, matches.count(), groups, rows, filter(), where, shell)
                        .lines()
                        .forEach(shell.out()::println);
            }
        }
    }

    /// The filter as command options.
    private String filter() {
        return (outcomes.isEmpty() ? "" : " --outcome " + String.join(",", outcomes))
                + (reasons.isEmpty() ? "" : " --reason " + ShellWord.of(String.join(",", reasons)));
    }

    private void check() {
        if (limit < 1 || limit > MAX_LIMIT) {
            throw new UsageException(
                    "--limit must be from 1 to " + MAX_LIMIT + ", got " + limit + "; use `rowan export` for more");
        }
        List<String> known = Stream.of(Outcome.values()).map(Outcome::word).toList();
        outcomes.stream().filter(word -> !known.contains(word)).findFirst().ifPresent(word -> {
            throw new UsageException("--outcome must be one of " + String.join(", ", known) + ", got '" + word + "'");
        });
    }

    private RowMatches matches(LandscapeAddress address, String runId) {
        try (RowScan scan = Landscapes.rowScan(address.url(), address.base())) {
            return new RowMatches(Set.copyOf(outcomes), Set.copyOf(reasons), limit).scan(scan, runId);
        }
    }

    private static JsonObject json(String runId, RowMatches matches, List<RowGroup> groups, List<EndedRow> rows) {
        return JsonObject.object()
                .put("run", runId)
                .put("matched", matches.count())
                .put("reasons", groups.stream().map(RowGroup::json).collect(Collectors.toList()))
                .put("rows", rows.stream().map(EndedRow::json).toList())
                .put("more", matches.count() > rows.size());
    }
}
