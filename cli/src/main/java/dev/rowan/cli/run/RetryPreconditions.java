package dev.rowan.cli.run;

import dev.rowan.cli.command.LandscapeAddress;
import dev.rowan.cli.command.UsageException;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.history.RunSummary;
import java.util.Set;

/// Checks whether the failed rows of a run can be retried.
public record RetryPreconditions(RecordedRun recorded, Shell shell) {

    /// Rejects a run that is unfinished, abandoned, or continued by a run that is not in `abandoned`; the message says
    /// what to do instead.
    public void check(Set<String> abandoned) {
        RunSummary summary = recorded.summary();
        if (summary.isAbandoned()) {
            throw new UsageException(abandoned());
        }
        if (!summary.isCompleted()) {
            throw new UsageException("run " + summary.runId() + " is " + summary.status()
                    + "; rows can be retried when it is completed; first: " + command("resume", summary));
        }
        recorded.continuation().ifPresent(later -> refuseContinued(later, abandoned));
    }

    /// An abandoned continuation is no obstacle: rows that it finished are skipped by the next one.
    private void refuseContinued(RunSummary later, Set<String> abandoned) {
        if (later.isAbandoned() || abandoned.contains(later.runId())) {
            return;
        }
        String continued = "run " + recorded.summary().runId() + " was continued by run " + later.runId();
        throw new UsageException(
                later.isCompleted()
                        ? continued + "; to retry rows that failed there: " + command("retry", later)
                        : continued + ", which is " + later.status() + "; resume that one: "
                                + command("resume", later) + "; or abandon it: add --abandon " + later.runId()
                                + " to this command");
    }

    /// What to do instead with an abandoned run.
    private String abandoned() {
        String runId = recorded.summary().runId();
        String what = "run " + runId + " was " + recorded.summary().why().orElse("abandoned");
        try (LandscapeReader reader = recorded.address().read()) {
            return reader.runs().declared(runId).settings().get("continues") instanceof String parent
                    ? what + "; to retry its remaining rows: "
                            + command("retry", reader.runs().summary(parent))
                    : what + " and cannot be retried; run the pipeline again";
        }
    }

    private String command(String name, RunSummary run) {
        LandscapeAddress address = recorded.address();
        String where = address.option(shell);
        return shell.program() + " " + name + " " + run.runId() + where;
    }
}
