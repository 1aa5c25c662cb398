package dev.rowan.cli.batch;

import dev.rowan.api.call.Usd;
import dev.rowan.cli.command.UseException;
import dev.rowan.cli.jobs.Job;
import dev.rowan.cli.jobs.PricedJob;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.LandscapeReader.BatchItem;
import dev.rowan.landscape.story.RunSummary;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// A run with its jobs, as they stand on record. The reader belongs to the caller.
record BatchRun(RunSummary summary, List<Job> jobs) {

    static BatchRun of(LandscapeReader reader, RunSummary summary) {
        return new BatchRun(
                summary,
                reader.jobs(summary.runId()).stream()
                        .map(job -> new Job(summary.runId(), job))
                        .toList());
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
                : "job " + jobs.stream().map(job -> String.valueOf(job.number())).collect(Collectors.joining(", "));
    }

    List<Job> open() {
        return jobs.stream().filter(job -> !job.phase().isOver()).toList();
    }

    List<Job> held() {
        return jobs.stream().filter(job -> job.held().isPresent()).toList();
    }

    /// A job with what it costs: the worst case of the items that have no end yet.
    PricedJob priced(Job job, LandscapeReader reader) {
        Usd reserved = job.phase().isOver()
                ? Usd.ZERO
                : reader.manifest(job.runId(), job.number()).stream()
                        .filter(item -> item.end().isEmpty())
                        .map(BatchItem::worst)
                        .reduce(Usd.ZERO, Usd::plus);
        return new PricedJob(job, Optional.empty(), reserved, summary.simulated());
    }
}
