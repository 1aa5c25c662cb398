package dev.rowan.cli.run;

import dev.rowan.cli.command.LandscapeAddress;
import dev.rowan.cli.command.UsageException;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.history.RunSummary;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Option;

/// The option `--abandon` of commands that start a run.
final class AbandonOption {
    @Option(
            names = "--abandon",
            paramLabel = "RUN",
            split = ",",
            description = {"Abandon an unfinished run that holds the same", "output; it cannot be resumed afterwards."})
    private List<String> runs = List.of();

    /// The ids of the runs to abandon.
    Set<String> ids(LandscapeAddress address) {
        if (runs.isEmpty()) {
            return Set.of();
        }
        var ids = new LinkedHashSet<String>();
        try (LandscapeReader reader = address.read()) {
            for (String run : runs) {
                RunSummary summary = reader.runs().summary(reader.runs().resolve(run));
                if (summary.isCompleted() || summary.isAbandoned()) {
                    throw new UsageException("--abandon: run " + summary.runId() + " is " + summary.status()
                            + " and holds no output; omit the option");
                }
                ids.add(summary.runId());
            }
        }
        return ids;
    }
}
