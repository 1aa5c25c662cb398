package dev.rowan.cli.jobs;

import dev.rowan.engine.jobs.JobReport;
import java.util.ArrayList;
import java.util.List;

/// Suggested commands for a job in its current state, each with a comment.
public final class NextForJob {
    private static final String INDENT = "  ";

    private NextForJob() {}

    /// `program` is the name of this program, `where` the option that selects the landscape.
    public static List<String> of(JobReport job, String program, String where) {
        String rest = " " + job.runId() + " " + job.number() + where;
        String batch = INDENT + program + " batch ";
        var lines = new ArrayList<String>();
        switch (job.phase()) {
            case HELD -> held(job, batch, rest, lines);
            case SETTLED -> {
                if (job.isWithdrawn()) {
                    lines.add(
                            batch + "retry " + job.runId() + where + "    # submits the rows of cancelled jobs again");
                }
                lines.add(batch + "download" + rest + "    # copies its files");
            }
            case COLLECTING, CANCELLING ->
                lines.add(batch + "watch " + job.runId() + where + "    # collects what it finished");
            case SUBMITTING, RUNNING, QUEUED -> {
                lines.add(batch + "watch " + job.runId() + where + "    # stays until all is done");
                lines.add(batch + "cancel" + rest + "    # ends it, keeps what it finished");
            }
        }
        return lines;
    }

    private static void held(JobReport job, String batch, String rest, List<String> lines) {
        if (job.batchId().isPresent()) {
            lines.add(batch + "retry" + rest + "    # asks for it once more");
            lines.add(batch + "cancel" + rest + "    # ends it, keeps what it finished");
        } else {
            lines.add(batch + "adopt" + rest.replaceFirst("^( \\S+ \\S+)", "$1 BATCH_ID")
                    + "    # one of the provider's batches is this job");
        }
        lines.add(batch + "resubmit" + rest + "    # makes it again: what the first did is paid twice");
    }
}
