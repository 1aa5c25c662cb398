package dev.rowan.engine.batch;

import dev.rowan.api.batch.BatchService;
import dev.rowan.api.batch.Submission;
import dev.rowan.api.call.Wire;
import dev.rowan.api.fault.FaultPoint;
import java.util.random.RandomGenerator;

/// What the work on one job is done with. Owned by the job's thread.
record JobContext(
        BatchContext around,
        BatchNode node,
        JobStepRecorder steps,
        JobFiles files,
        JobErrorHandler troubles,
        JobTransitions.Pace pace,
        QuotaReservation room,
        Claims claims,
        RandomGenerator chance) {

    JobState job() {
        return steps.fold();
    }

    BatchService service() {
        return node.service();
    }

    Wire wire() {
        return around.wire();
    }

    void at(FaultPoint point) {
        around.faults().at(point);
    }

    Submission submission() {
        JobState job = job();
        return new Submission(job.submission(), job.tag(), files.requests(), job.items(), job.bytes());
    }

    /// Whose a provider's batch is.
    @FunctionalInterface
    interface Claims {
        /// Whether the batch is another job's than this one.
        boolean isTaken(String batchId, JobState job);
    }
}
