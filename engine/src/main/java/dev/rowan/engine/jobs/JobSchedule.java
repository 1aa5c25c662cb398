package dev.rowan.engine.jobs;

import java.time.Instant;
import java.util.Optional;

/// When the next step of a job is due: a poll, a retry, or a listing after a lost creation.
public final class JobSchedule {
    private JobSchedule() {}

    /// The time; empty if nothing is left to do, or an operator must decide.
    public static Optional<Instant> nextStep(JobState job) {
        return due(job).map(due -> due.isBefore(job.at()) ? job.at() : due);
    }

    private static Optional<Instant> due(JobState job) {
        Optional<Instant> listing = JobTransitions.laterOf(
                JobTransitions.nextListing(job), job.retry().againAt());
        return switch (job.phase()) {
            case PLANNED, UPLOADING, UPLOADED, ENDED, DOWNLOADED -> job.retry().againAt();
            case CREATING -> listing.or(() -> JobTransitions.poll(job));
            case WATCHED ->
                job.cancel().requested() && !job.cancel().sent() ? job.retry().againAt() : JobTransitions.poll(job);
            case SETTLED -> listing.or(() -> hasUnbookedDuplicate(job) ? JobTransitions.poll(job) : Optional.empty());
            case HELD -> Optional.empty();
        };
    }

    private static boolean hasUnbookedDuplicate(JobState job) {
        return job.duplicates().stream().anyMatch(batch -> batch.state() != FoundBatch.State.BOOKED);
    }
}
