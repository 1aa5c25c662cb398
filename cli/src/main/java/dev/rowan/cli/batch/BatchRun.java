package dev.rowan.cli.batch;

import dev.rowan.cli.command.UseException;
import dev.rowan.engine.jobs.Job;
import dev.rowan.engine.jobs.JobPhase;
import dev.rowan.engine.jobs.PricedJob;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.story.RunSummary;
import java.util.List;
import java.util.stream.Collectors;

/// A run with its jobs, as they stand on record. The reader belongs to the caller.
record BatchRun(RunSummary summary, List<Job> jobs) {

    static BatchRun of(LandscapeReader reader, RunSummary summary) {
        return new BatchRun(summary, Job.of(reader, summary.runId()));
    }

    /// The job of this number, or the numbers that there are.
    Job job(long number) {
        return jobs.stream()
                .filter(job -> job.number() == number)
                .findFirst()
                .orElseThrow(() ->
                        new UseException("run " + summary.runId() + " has no job " + number + "; it has " + numbers()));
    }

    private String numbers() {
        return jobs.isEmpty()
                ? "none"
                : "job "
                        + jobs.stream().map(job -> String.valueOf(job.number())).collect(Collectors.joining(", "));
    }

    /// Jobs that a cancel can still change.
    List<Job> cancellable() {
        return jobs.stream()
                .filter(job -> !job.phase().isOver() && job.phase() != JobPhase.COLLECTING)
                .toList();
    }

    /// Jobs for which something is left to do.
    List<Job> unfinished() {
        return jobs.stream().filter(Job::isOpen).toList();
    }

    List<Job> held() {
        return jobs.stream().filter(job -> job.held().isPresent()).toList();
    }

    /// Jobs that a person cancelled, whose rows nobody has asked to submit again.
    List<Job> withdrawn() {
        return jobs.stream().filter(Job::isWithdrawn).toList();
    }

    PricedJob priced(Job job, LandscapeReader reader) {
        return PricedJob.of(job, reader, summary.simulated());
    }
}
