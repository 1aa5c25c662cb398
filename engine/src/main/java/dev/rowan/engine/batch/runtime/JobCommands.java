package dev.rowan.engine.batch.runtime;

import dev.rowan.engine.batch.JobContext;
import dev.rowan.engine.batch.JobStepRecorder;
import dev.rowan.engine.batch.submitting.Reconciler;
import dev.rowan.engine.jobs.FoundBatch;
import dev.rowan.engine.jobs.JobCommand;
import dev.rowan.engine.jobs.JobCommandRefusedException;
import dev.rowan.engine.jobs.JobState;
import dev.rowan.engine.jobs.JobState.Phase;
import dev.rowan.engine.jobs.JobStep;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Applies an operator's commands to single jobs before any work on them starts.
final class JobCommands {
    private static final Set<Phase> LOST = EnumSet.of(Phase.CREATING, Phase.HELD);
    private static final Set<Phase> OVER = EnumSet.of(Phase.ENDED, Phase.DOWNLOADED, Phase.SETTLED);

    private JobCommands() {}

    static void apply(JobCommand order, JobStepRecorder steps, JobContext.Claims claims) throws InterruptedException {
        JobState job = steps.state();
        switch (order) {
            case JobCommand.Cancel _ -> cancel(job, steps);
            case JobCommand.Discard _ -> discard(job, steps);
            case JobCommand.Adopt(var _, String batchId) -> adopt(job, batchId, steps, claims);
            case JobCommand.Resubmit _ -> resubmit(job, steps);
        }
    }

    /// Whether a cancel can still affect the job.
    static boolean isCancellable(JobState job) {
        return !OVER.contains(job.phase());
    }

    static void cancel(JobState job, JobStepRecorder steps) throws InterruptedException {
        if (!isCancellable(job)) {
            throw new JobCommandRefusedException("job " + job.job() + " has ended, so that it cannot be cancelled");
        }
        cancel(job, steps, Optional.empty());
    }

    private static void discard(JobState job, JobStepRecorder steps) throws InterruptedException {
        if (isCancellable(job)) {
            cancel(job, steps, Optional.of("the changed pipeline does not use its answers"));
        }
    }

    private static void cancel(JobState job, JobStepRecorder steps, Optional<String> why) throws InterruptedException {
        Optional<Phase> reopened = job.phase() == Phase.HELD
                ? Optional.of(job.batchId().isPresent() ? Phase.WATCHED : Phase.CREATING)
                : Optional.empty();
        steps.record(new JobStep.CancelledByPerson(JobCommand.OPERATOR, why, reopened));
    }

    private static void adopt(JobState job, String batchId, JobStepRecorder steps, JobContext.Claims claims)
            throws InterruptedException {
        if (OVER.contains(job.phase())) {
            throw new JobCommandRefusedException("job " + job.job() + " has ended, so that it needs no batch");
        }
        if (claims.isTaken(batchId, job)) {
            throw new JobCommandRefusedException("batch " + batchId + " is another job's; each belongs to one job");
        }
        if (job.creation().tries() == 0) {
            throw new JobCommandRefusedException(
                    "job " + job.job() + " was never sent, so that no batch can be its own");
        }
        steps.record(new JobStep.AdoptedByOperator(
                batchId, createdAt(job, batchId).orElse(steps.now()), steps.now(), without(batchId, withFirst(job))));
    }

    /// The approximate creation time of a job's batch: known for a resubmitted one, otherwise when the job was
    /// submitted. The batch is not new, so the provider must already show it.
    private static Optional<Instant> createdAt(JobState job, String batchId) {
        return job.batchId().filter(batchId::equals).isPresent()
                ? job.batch().createdAt()
                : job.creation().intendedAt();
    }

    private static void resubmit(JobState job, JobStepRecorder steps) throws InterruptedException {
        if (!LOST.contains(job.phase())) {
            throw new JobCommandRefusedException("job " + job.job() + " is "
                    + job.phase().word() + "; only one that is held, or whose creation was lost, is created again");
        }
        steps.record(new JobStep.Resubmitted(withFirst(job), Reconciler.released(job), steps.now()));
    }

    private static List<FoundBatch> without(String batchId, List<FoundBatch> batches) {
        return batches.stream()
                .filter(batch -> !batch.batchId().equals(batchId))
                .toList();
    }

    /// The job's previous batch becomes a duplicate: it is cancelled and its cost counted.
    private static List<FoundBatch> withFirst(JobState job) {
        List<FoundBatch> duplicates = new ArrayList<>(job.duplicates());
        job.batchId()
                .filter(id ->
                        duplicates.stream().noneMatch(each -> each.batchId().equals(id)))
                .ifPresent(id -> duplicates.add(FoundBatch.of(id, job.batch().createdAt(), FoundBatch.State.OPEN)));
        return duplicates;
    }
}
