package dev.rowan.engine.batch;

import java.util.List;

/// What is asked of the batch services of a run beside its pipeline: how long to stay, what to do with
/// single jobs, and whether calls of jobs that a person cancelled may be submitted again.
public record BatchRequest(Stay stay, List<Order> orders, boolean resubmitsCancelled) {
    public static final BatchRequest USUAL = new BatchRequest(Stay.UNTIL_DONE, List.of(), true);

    public BatchRequest {
        orders = List.copyOf(orders);
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

        /// Take the provider's batch as this job's.
        record Adopt(long job, String batchId) implements Order {}

        /// Stop looking for what a lost creation made, and create it again now.
        record Resubmit(long job) implements Order {}
    }
}
