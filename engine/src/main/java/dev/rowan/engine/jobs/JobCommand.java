package dev.rowan.engine.jobs;

/// An operator's command for one job.
public sealed interface JobCommand {
    /// Who decided, as recorded.
    String OPERATOR = "operator";

    long job();

    /// Cancel it and download what it has finished.
    record Cancel(long job) implements JobCommand {}

    /// Cancel it if it has not ended: the changed pipeline does not use its answers.
    record Discard(long job) implements JobCommand {}

    /// Assign the provider's batch to this job.
    record Adopt(long job, String batchId) implements JobCommand {}

    /// Stop looking for the batch of a lost creation, and create it again now.
    record Resubmit(long job) implements JobCommand {}
}
