package dev.rowan.cli.batch;

import dev.rowan.cli.command.UsageException;
import dev.rowan.engine.jobs.JobPhase;
import dev.rowan.engine.jobs.JobReport;
import dev.rowan.engine.jobs.PricedJob;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.history.RunSummary;
import java.util.List;
import java.util.stream.Collectors;

/// A recorded run with its jobs. The caller owns the reader.
record BatchRun(RunSummary summary, List<JobReport> jobs) {

    static BatchRun of(LandscapeReader reader, RunSummary summary) {
        return new BatchRun(summary, JobReport.of(reader, summary.runId()));
    }

    /// The job with this number; a [UsageException] lists the existing ones.
    JobReport job(long number) {
        return jobs.stream()
                .filter(job -> job.number() == number)
                .findFirst()
                .orElseThrow(() -> new UsageException(
                        "run " + summary.runId() + " has no job " + number + "; it has " + numbers()));
    }

    private String numbers() {
        return jobs.isEmpty()
                ? "none"
                : "job "
                        + jobs.stream().map(job -> String.valueOf(job.number())).collect(Collectors.joining(", "));
    }

    /// Jobs that a cancel can still change.
    List<JobReport> cancellable() {
        return jobs.stream()
                .filter(job -> !job.phase().isOver() && job.phase() != JobPhase.COLLECTING)
                .toList();
    }

    /// Jobs that have not ended.
    List<JobReport> unfinished() {
        return jobs.stream().filter(JobReport::isOpen).toList();
    }

    List<JobReport> held() {
        return jobs.stream().filter(job -> job.held().isPresent()).toList();
    }

    /// Cancelled jobs whose rows have not been resubmitted.
    List<JobReport> withdrawn() {
        return jobs.stream().filter(JobReport::isWithdrawn).toList();
    }

    PricedJob priced(JobReport job, LandscapeReader reader) {
        return PricedJob.of(job, reader, summary.simulated());
    }
}
