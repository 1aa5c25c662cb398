package dev.rowan.engine.batch;

import dev.rowan.engine.batch.BatchOptions.JobCommand;
import dev.rowan.engine.batch.JobState.Phase;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Follows a person's word on single jobs, before any work on them begins.
final class JobCommands {
    private static final String OPERATOR = "operator";
    private static final Set<Phase> LOST = EnumSet.of(Phase.CREATING, Phase.HELD);
    private static final Set<Phase> OVER = EnumSet.of(Phase.ENDED, Phase.DOWNLOADED, Phase.SETTLED);

    private JobCommands() {}

    static void follow(JobCommand order, JobStepRecorder steps, JobContext.Claims claims) throws InterruptedException {
        JobState job = steps.fold();
        switch (order) {
            case JobCommand.Cancel _ -> cancel(job, steps);
            case JobCommand.Discard _ -> discard(job, steps);
            case JobCommand.Adopt(var _, String batchId) -> adopt(job, batchId, steps, claims);
            case JobCommand.Resubmit _ -> resubmit(job, steps);
        }
    }

    /// Whether a cancel can still change the job.
    static boolean isCancellable(JobState job) {
        return !OVER.contains(job.phase());
    }

    static void cancel(JobState job, JobStepRecorder steps) throws InterruptedException {
        if (!isCancellable(job)) {
            throw new JobCommandRefusedException("job " + job.job() + " has ended, so that it cannot be cancelled");
        }
        cancel(job, steps, cancelIntent(OPERATOR));
    }

    private static void discard(JobState job, JobStepRecorder steps) throws InterruptedException {
        if (isCancellable(job)) {
            cancel(job, steps, cancelIntent(OPERATOR).with("why", "the changed pipeline does not use its answers"));
        }
    }

    private static void cancel(JobState job, JobStepRecorder steps, JobStepFacts facts) throws InterruptedException {
        facts.with("cancel_sent", false);
        if (job.phase() == Phase.HELD && job.batchId().isPresent()) {
            facts.with("phase", Phase.WATCHED.word());
        } else if (job.phase() == Phase.HELD) {
            facts.with("phase", Phase.CREATING.word()).with("looks", 0);
        }
        steps.step("cancel_intent", facts);
    }

    /// The facts of a person's decision to cancel: `by` a command, or an interrupt of the run.
    static JobStepFacts cancelIntent(String by) {
        return new JobStepFacts()
                .with("cancel", true)
                .with("by", by)
                .with("cancelled_by", by)
                .with("released", false);
    }

    /// Lets the calls of a job that a person cancelled be submitted again.
    static void release(JobStepRecorder steps) throws InterruptedException {
        steps.step("released", new JobStepFacts().with("released", true).with("by", OPERATOR));
    }

    private static void adopt(JobState job, String batchId, JobStepRecorder steps, JobContext.Claims claims)
            throws InterruptedException {
        if (OVER.contains(job.phase())) {
            throw new JobCommandRefusedException("job " + job.job() + " has ended, so that it needs no batch");
        }
        if (claims.isTaken(batchId, job)) {
            throw new JobCommandRefusedException("batch " + batchId + " is another job's; each belongs to one job");
        }
        if (job.tries() == 0) {
            throw new JobCommandRefusedException(
                    "job " + job.job() + " was never sent, so that no batch can be its own");
        }
        steps.step(
                "adopted",
                JobStepFacts.in(Phase.WATCHED)
                        .with("batch_id", batchId)
                        .with("created_at", createdAt(job, batchId).orElse(steps.now()))
                        .with("status", "running")
                        .with("duplicates", without(batchId, withFirst(job)))
                        .with("looks", JobTransitions.LOOKS.size())
                        .with("fails", 0)
                        .with("polls", 0)
                        .with("next_poll_at", steps.now())
                        .with("by", OPERATOR));
    }

    /// About when a batch was made that is this job's: that of one asked for again is known, any other was
    /// made when the job was sent. It is no new one, to which a provider may take its time.
    private static Optional<Instant> createdAt(JobState job, String batchId) {
        return job.batchId().filter(batchId::equals).isPresent() ? job.createdAt() : job.intendedAt();
    }

    private static void resubmit(JobState job, JobStepRecorder steps) throws InterruptedException {
        if (!LOST.contains(job.phase())) {
            throw new JobCommandRefusedException("job " + job.job() + " is "
                    + job.phase().word() + "; only one that is held, or whose creation was lost, is created again");
        }
        steps.step(
                "resubmitted",
                JobStepFacts.in(Phase.PLANNED)
                        .with("looks", JobTransitions.LOOKS.size())
                        .with("fails", 0)
                        .with("again_at", steps.now())
                        .with("cancel", false)
                        .with("cancel_sent", false)
                        .with("duplicates", withFirst(job))
                        .with("candidates", Reconciler.released(job))
                        .with("by", OPERATOR));
    }

    private static List<UnrelatedBatch> without(String batchId, List<UnrelatedBatch> batches) {
        return batches.stream()
                .filter(batch -> !batch.batchId().equals(batchId))
                .toList();
    }

    /// The batch that the job had is one too many from now on: it is cancelled, and what it did is counted.
    private static List<UnrelatedBatch> withFirst(JobState job) {
        List<UnrelatedBatch> duplicates = new ArrayList<>(job.duplicates());
        job.batchId()
                .filter(id ->
                        duplicates.stream().noneMatch(each -> each.batchId().equals(id)))
                .ifPresent(id -> duplicates.add(
                        new UnrelatedBatch(id, job.createdAt(), UnrelatedBatch.State.OPEN, Optional.empty())));
        return duplicates;
    }
}
