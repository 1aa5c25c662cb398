package dev.rowan.engine.jobs;

import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/// What an unfinished batch job waits for, and until when.
public record JobWait(long job, Kind kind, Instant until) {

    /// What is waited for.
    public enum Kind {
        /// The next poll.
        POLL,
        /// Another attempt of a step that failed.
        RETRY,
        /// Quota at the provider, which refused the batch.
        QUOTA,
        /// The batch that a creation without a reply may have made.
        LOST_BATCH,
        /// A second batch that such a creation may have made beside the job's own.
        SECOND_BATCH
    }

    /// Empty for a job that is being worked on, is done, or is held for an operator.
    public static Optional<JobWait> of(JobState job) {
        Optional<Instant> next = JobSchedule.nextStep(job);
        if (job.retry().fails() > 0) {
            return next.map(at -> new JobWait(job.job(), Kind.RETRY, at));
        }
        return switch (job.phase()) {
            case PLANNED, UPLOADING, UPLOADED, ENDED, DOWNLOADED ->
                next.map(at -> new JobWait(job.job(), job.retry().queued() ? Kind.QUOTA : Kind.RETRY, at));
            case CREATING -> next.map(at -> search(job, Kind.LOST_BATCH).orElse(new JobWait(job.job(), Kind.POLL, at)));
            case WATCHED -> next.map(at -> new JobWait(job.job(), Kind.POLL, at));
            case SETTLED ->
                next.map(at -> search(job, Kind.SECOND_BATCH).orElse(new JobWait(job.job(), Kind.POLL, at)));
            case HELD -> Optional.empty();
        };
    }

    /// The listings of the provider's batches, until the last one; empty if all are done.
    private static Optional<JobWait> search(JobState job, Kind kind) {
        return JobTransitions.nextListing(job)
                .map(_ -> new JobWait(
                        job.job(),
                        kind,
                        job.creation().firstListingAt().orElse(job.at()).plus(JobTransitions.LISTINGS.getLast())));
    }

    /// The wait as text; `clock` formats a time of day.
    public String text(Function<Instant, String> clock) {
        String at = clock.apply(until);
        return switch (kind) {
            case POLL -> "waiting for results of batch job " + job + ", next poll at " + at;
            case RETRY -> "waiting for the next attempt for batch job " + job + " at " + at;
            case QUOTA -> "waiting for room at the provider for batch job " + job + ", next attempt at " + at;
            case LOST_BATCH ->
                "watching until " + at + " for the batch of job " + job + ", whose creation got no reply";
            case SECOND_BATCH -> "watching until " + at + " for a second batch of job " + job;
        };
    }
}
