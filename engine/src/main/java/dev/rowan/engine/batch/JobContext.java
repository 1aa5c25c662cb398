package dev.rowan.engine.batch;

import dev.rowan.api.batch.BatchService;
import dev.rowan.api.batch.BatchStatus;
import dev.rowan.api.batch.Submission;
import dev.rowan.api.call.Wire;
import dev.rowan.api.fault.FaultPoint;
import dev.rowan.engine.jobs.JobState;
import dev.rowan.engine.jobs.JobTransitions;
import java.time.Instant;
import java.util.random.RandomGenerator;

/// The context of the work on one job. Owned by the job's thread.
public record JobContext(
        BatchContext batch,
        BatchNode node,
        JobStepRecorder steps,
        JobFiles files,
        JobErrorHandler errors,
        JobTransitions.Pace pace,
        QuotaReservation quota,
        Claims claims,
        RandomGenerator random) {

    public JobState job() {
        return steps.state();
    }

    public BatchService service() {
        return node.service();
    }

    public Wire wire() {
        return batch.wire();
    }

    public void at(FaultPoint point) {
        batch.faults().at(point);
    }

    public Submission submission() {
        JobState job = job();
        return new Submission(
                job.plan().submission(),
                job.plan().tag(),
                files.requests(),
                job.items(),
                job.plan().bytes(),
                job.duplicates().size());
    }

    /// When a newly created or adopted batch is first polled.
    public Instant firstPoll(Instant now, BatchStatus batch) {
        return JobTransitions.nextPoll(now, pace.after(0, random.nextDouble()), batch.expiresAt());
    }

    /// The owners of provider batches.
    @FunctionalInterface
    public interface Claims {
        /// Whether the batch belongs to another job.
        boolean isTaken(String batchId, JobState job);
    }
}
