package dev.rowan.engine.batch;

import java.time.Instant;
import java.util.Optional;

/// When the next step of a job is due: a poll, another try, a look for what a lost creation made.
public final class JobSchedule {
    private JobSchedule() {}

    /// The time; empty when nothing is left to do, or when a person decides.
    public static Optional<Instant> nextStep(JobState job) {
        return due(job).map(due -> due.isBefore(job.at()) ? job.at() : due);
    }

    private static Optional<Instant> due(JobState job) {
        Optional<Instant> look = JobTransitions.laterOf(JobTransitions.nextLook(job), job.againAt());
        return switch (job.phase()) {
            case PLANNED, UPLOADING, UPLOADED, ENDED, DOWNLOADED -> job.againAt();
            case CREATING -> look.or(() -> JobTransitions.poll(job));
            case WATCHED -> job.isCancelled() && !job.isCancelSent() ? job.againAt() : JobTransitions.poll(job);
            case SETTLED -> look.or(() -> hasUnbookedDuplicate(job) ? JobTransitions.poll(job) : Optional.empty());
            case HELD -> Optional.empty();
        };
    }

    private static boolean hasUnbookedDuplicate(JobState job) {
        return job.duplicates().stream().anyMatch(batch -> batch.state() != UnrelatedBatch.State.BOOKED);
    }
}
