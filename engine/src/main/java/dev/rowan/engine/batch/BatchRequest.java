package dev.rowan.engine.batch;

import java.util.ArrayList;
import java.util.List;

/// What is asked of the batch services of a run beside its pipeline: how long to stay, what to do with
/// single jobs, whether calls of jobs that a person cancelled may be submitted again, and whether answers that a
/// changed pipeline does not use may be given up.
public record BatchRequest(Stay stay, List<Order> orders, boolean resubmitsCancelled, boolean discardsAnswers) {
    public static final BatchRequest USUAL = new BatchRequest(Stay.UNTIL_DONE, List.of(), true);

    public BatchRequest {
        orders = List.copyOf(orders);
    }

    /// The same without giving up any answer.
    public BatchRequest(Stay stay, List<Order> orders, boolean resubmitsCancelled) {
        this(stay, orders, resubmitsCancelled, false);
    }

    /// The same, with leave to give up answers that a changed pipeline does not use.
    public BatchRequest discardingAnswers() {
        return new BatchRequest(stay, orders, resubmitsCancelled, true);
    }

    /// The same, and the answers of these jobs are given up.
    public BatchRequest discarding(List<Long> jobs) {
        var all = new ArrayList<>(orders);
        jobs.forEach(job -> all.add(new Order.Discard(job)));
        return new BatchRequest(stay, all, resubmitsCancelled, discardsAnswers);
    }

    /// The same for a command that submits nothing again after a cancel.
    public BatchRequest(Stay stay, List<Order> orders) {
        this(stay, orders, false);
    }

    /// How long a run stays with its jobs.
    public enum Stay {
        UNTIL_DONE,
        /// Until all that can be submitted is.
        UNTIL_SUBMITTED,
        /// Until each job was asked for once, and what had ended is recorded.
        ONE_ROUND
    }

    /// A person's word on one job.
    public sealed interface Order {
        long job();

        /// Cancel it and collect what it has finished.
        record Cancel(long job) implements Order {}

        /// Cancel it if that can still change anything: the pipeline was changed and does not use its answers.
        record Discard(long job) implements Order {}

        /// Take the provider's batch as this job's.
        record Adopt(long job, String batchId) implements Order {}

        /// Stop looking for what a lost creation made, and create it again now.
        record Resubmit(long job) implements Order {}
    }
}
