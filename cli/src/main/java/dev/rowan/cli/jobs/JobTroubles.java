package dev.rowan.cli.jobs;

import dev.rowan.cli.terminal.SafeText;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.cli.terminal.Wrap;
import dev.rowan.engine.jobs.JobReport;
import dev.rowan.engine.report.Figures;
import java.util.ArrayList;
import java.util.List;

/// Jobs whose last step failed, with the reason and the time of the next attempt.
public final class JobTroubles {
    private JobTroubles() {}

    /// One wrapped line each; empty if there are none.
    public static List<String> lines(List<JobReport> jobs, String indent, Shell shell) {
        var lines = new ArrayList<String>();
        for (JobReport job : jobs) {
            job.trouble()
                    .ifPresent(why -> lines.addAll(Wrap.lines(
                            "job " + job.number() + ": " + SafeText.line(why) + nextAttempt(job, shell),
                            indent,
                            shell.screens().out().width())));
        }
        return lines;
    }

    private static String nextAttempt(JobReport job, Shell shell) {
        return job.nextStep()
                .map(at -> "; next attempt at " + Figures.time(at, shell.zone()))
                .orElse("");
    }
}
