package dev.rowan.cli.jobs;

import dev.rowan.engine.batch.BatchServices.JobProgress;
import dev.rowan.engine.jobs.JobPhase;
import dev.rowan.engine.jobs.JobReport;

/// The progress of a job.
public record JobCount(JobPhase phase, long items, long done) {

    public static JobCount of(JobReport job) {
        return new JobCount(job.phase(), job.items(), job.done());
    }

    /// A running job.
    public static JobCount of(JobProgress job) {
        return new JobCount(job.phase(), job.items(), job.done());
    }
}
