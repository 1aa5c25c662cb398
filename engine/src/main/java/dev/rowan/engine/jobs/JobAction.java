package dev.rowan.engine.jobs;

import java.time.Instant;

/// The next action for a job.
public sealed interface JobAction {

    record Upload() implements JobAction {}

    record Create() implements JobAction {}

    /// List the provider's batches to find that of a lost creation.
    record ListBatches() implements JobAction {}

    /// Poll a candidate, and check by its results whether it is the job's.
    record CheckCandidate(FoundBatch candidate) implements JobAction {}

    record Adopt(FoundBatch proven) implements JobAction {}

    record CancelDuplicate(FoundBatch duplicate) implements JobAction {}

    /// Count the cost of a duplicate after it has ended.
    record RecordDuplicateCost(FoundBatch duplicate) implements JobAction {}

    record Poll() implements JobAction {}

    /// It took too long: decide to cancel it.
    record TimeOut() implements JobAction {}

    record SendCancel() implements JobAction {}

    /// Create it again later: it failed only for quota.
    record Requeue() implements JobAction {}

    record Download() implements JobAction {}

    record Ingest() implements JobAction {}

    /// End every item the same way: the job was rejected, or cancelled before it was created.
    record EndAll(boolean cancelled) implements JobAction {}

    /// Delete the uploaded requests.
    record Clean() implements JobAction {}

    record Rest(Instant until, Where where) implements JobAction {}

    record Hold() implements JobAction {}

    record Done() implements JobAction {}

    /// Who a job waits for.
    enum Where {
        /// This process.
        HERE,
        /// The provider, or other jobs at it.
        PROVIDER,
        /// An operator.
        OPERATOR,
        /// Quota or budget that other jobs have.
        CAPACITY,
        NOBODY
    }
}
