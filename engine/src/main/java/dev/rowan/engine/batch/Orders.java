package dev.rowan.engine.batch;

import dev.rowan.engine.batch.BatchRequest.Order;
import dev.rowan.engine.batch.JobFold.Phase;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Follows a person's word on single jobs, before any work on them begins.
final class Orders {
    private static final String OPERATOR = "operator";
    private static final Set<Phase> LOST = EnumSet.of(Phase.CREATING, Phase.HELD);
    private static final Set<Phase> OVER = EnumSet.of(Phase.ENDED, Phase.DOWNLOADED, Phase.SETTLED);

    private Orders() {}

    static void follow(Order order, JobSteps steps, JobDesk.Claims claims) throws InterruptedException {
        JobFold job = steps.fold();
        switch (order) {
            case Order.Cancel _ -> cancel(job, steps);
            case Order.Discard _ -> discard(job, steps);
            case Order.Adopt(var _, String batchId) -> adopt(job, batchId, steps, claims);
            case Order.Resubmit _ -> resubmit(job, steps);
        }
    }

    /// Whether a cancel can still change the job.
    static boolean isCancellable(JobFold job) {
        return !OVER.contains(job.phase());
    }

    static void cancel(JobFold job, JobSteps steps) throws InterruptedException {
        if (!isCancellable(job)) {
            throw new OrderRefused("job " + job.job() + " has ended, so that it cannot be cancelled");
        }
        cancel(job, steps, cancelIntent(OPERATOR));
    }

    private static void discard(JobFold job, JobSteps steps) throws InterruptedException {
        if (isCancellable(job)) {
            cancel(job, steps, cancelIntent(OPERATOR).with("why", "the changed pipeline does not use its answers"));
        }
    }

    private static void cancel(JobFold job, JobSteps steps, Facts facts) throws InterruptedException {
        facts.with("cancel_sent", false);
        if (job.phase() == Phase.HELD && job.batchId().isPresent()) {
            facts.with("phase", Phase.WATCHED.word());
        } else if (job.phase() == Phase.HELD) {
            facts.with("phase", Phase.CREATING.word()).with("looks", 0);
        }
        steps.step("cancel_intent", facts);
    }

    /// The facts of a person's decision to cancel: `by` a command, or an interrupt of the run.
    static Facts cancelIntent(String by) {
        return new Facts()
                .with("cancel", true)
                .with("by", by)
                .with("cancelled_by", by)
                .with("released", false);
    }

    /// Lets the calls of a job that a person cancelled be submitted again.
    static void release(JobSteps steps) throws InterruptedException {
        steps.step("released", new Facts().with("released", true).with("by", OPERATOR));
    }

    private static void adopt(JobFold job, String batchId, JobSteps steps, JobDesk.Claims claims)
            throws InterruptedException {
        if (OVER.contains(job.phase())) {
            throw new OrderRefused("job " + job.job() + " has ended, so that it needs no batch");
        }
        if (claims.isTaken(batchId, job)) {
            throw new OrderRefused("batch " + batchId + " is another job's; each belongs to one job");
        }
        if (job.tries() == 0) {
            throw new OrderRefused("job " + job.job() + " was never sent, so that no batch can be its own");
        }
        steps.step(
                "adopted",
                Facts.in(Phase.WATCHED)
                        .with("batch_id", batchId)
                        .with("created_at", createdAt(job, batchId).orElse(steps.now()))
                        .with("status", "running")
                        .with("duplicates", without(batchId, withFirst(job)))
                        .with("looks", JobPlan.LOOKS.size())
                        .with("fails", 0)
                        .with("polls", 0)
                        .with("next_poll_at", steps.now())
                        .with("by", OPERATOR));
    }

    /// About when a batch was made that is this job's: that of one asked for again is known, any other was
    /// made when the job was sent. It is no new one, to which a provider may take its time.
    private static Optional<Instant> createdAt(JobFold job, String batchId) {
        return job.batchId().filter(batchId::equals).isPresent() ? job.createdAt() : job.intendedAt();
    }

    private static void resubmit(JobFold job, JobSteps steps) throws InterruptedException {
        if (!LOST.contains(job.phase())) {
            throw new OrderRefused("job " + job.job() + " is " + job.phase().word()
                    + "; only one that is held, or whose creation was lost, is created again");
        }
        steps.step(
                "resubmitted",
                Facts.in(Phase.PLANNED)
                        .with("looks", JobPlan.LOOKS.size())
                        .with("fails", 0)
                        .with("again_at", steps.now())
                        .with("cancel", false)
                        .with("cancel_sent", false)
                        .with("duplicates", withFirst(job))
                        .with("candidates", Reconciler.released(job))
                        .with("by", OPERATOR));
    }

    private static List<OtherBatch> without(String batchId, List<OtherBatch> batches) {
        return batches.stream()
                .filter(batch -> !batch.batchId().equals(batchId))
                .toList();
    }

    /// The batch that the job had is one too many from now on: it is cancelled, and what it did is counted.
    private static List<OtherBatch> withFirst(JobFold job) {
        List<OtherBatch> duplicates = new ArrayList<>(job.duplicates());
        job.batchId()
                .filter(id ->
                        duplicates.stream().noneMatch(each -> each.batchId().equals(id)))
                .ifPresent(id ->
                        duplicates.add(new OtherBatch(id, job.createdAt(), OtherBatch.State.OPEN, Optional.empty())));
        return duplicates;
    }
}
