package dev.rowan.cli.batch;

import dev.rowan.cli.command.UsageException;
import dev.rowan.engine.jobs.JobAudit;
import dev.rowan.engine.jobs.JobPhase;
import dev.rowan.engine.jobs.JobReport;
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

    List<JobAudit> audits(List<JobReport> some, LandscapeReader reader) {
        var counts = reader.jobs()
                .itemCounts(
                        summary.runId(), some.stream().map(JobReport::number).toList());
        return some.stream()
                .map(job -> JobAudit.of(job, counts.getOrDefault(job.number(), List.of()), summary.simulated()))
                .toList();
    }
}
