package dev.rowan.cli.run;

import dev.rowan.cli.command.LandscapeAddress;
import dev.rowan.cli.command.UsageException;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.history.RunSummary;
import java.util.Set;

/// Whether the failed rows of a run may be taken up again, whoever asks for it.
public record RetryPreconditions(RecordedRun recorded, Shell shell) {

    /// Refuses a run that is unfinished, was abandoned or was continued by another that is not in `abandoned`,
    /// and says what to do instead.
    public void check(Set<String> abandoned) {
        RunSummary summary = recorded.summary();
        if (summary.isAbandoned()) {
            throw new UsageException(abandoned());
        }
        if (!summary.isCompleted()) {
            throw new UsageException("run " + summary.runId() + " is " + summary.status()
                    + ", and rows are tried again when it is completed; first: " + command("resume", summary));
        }
        recorded.continuation().ifPresent(later -> refuseContinued(later, abandoned));
    }

    /// Rows that an abandoned continuation has finished are left out of the next one, so it does not stand in
    /// the way.
    private void refuseContinued(RunSummary later, Set<String> abandoned) {
        if (later.isAbandoned() || abandoned.contains(later.runId())) {
            return;
        }
        String continued = "run " + recorded.summary().runId() + " was continued by run " + later.runId();
        throw new UsageException(
                later.isCompleted()
                        ? continued + "; rows that failed again failed there: " + command("retry", later)
                        : continued + ", which is " + later.status() + "; finish that one: "
                                + command("resume", later) + "; or give it up: add --abandon " + later.runId()
                                + " to this command");
    }

    /// What to do instead with a run that was given up.
    private String abandoned() {
        String runId = recorded.summary().runId();
        String what = "run " + runId + " was " + recorded.summary().why().orElse("abandoned");
        try (LandscapeReader reader = recorded.address().read()) {
            return reader.runs().declared(runId).settings().get("continues") instanceof String parent
                    ? what + "; for the rows that it left: "
                            + command("retry", reader.runs().summary(parent))
                    : what + ", and its rows are not tried again; run the pipeline again";
        }
    }

    private String command(String name, RunSummary run) {
        LandscapeAddress address = recorded.address();
        String where = address.option(shell);
        return shell.program() + " " + name + " " + run.runId() + where;
    }
}
