package dev.rowan.engine.jobs;

import java.time.Instant;

/// What is to be done next for a job.
public sealed interface JobAction {

    record Upload() implements JobAction {}

    record Create() implements JobAction {}

    /// Look through the provider's batches for what a lost creation made.
    record ListBatches() implements JobAction {}

    /// Ask a candidate whether it has ended, and prove by its results whose it is.
    record CheckCandidate(UnrelatedBatch candidate) implements JobAction {}

    record Adopt(UnrelatedBatch proven) implements JobAction {}

    record CancelDuplicate(UnrelatedBatch duplicate) implements JobAction {}

    /// Count what a duplicate has cost, once it has ended.
    record BookDuplicate(UnrelatedBatch duplicate) implements JobAction {}

    record Poll() implements JobAction {}

    /// It took too long: decide to cancel it.
    record TimeOut() implements JobAction {}

    record SendCancel() implements JobAction {}

    /// Create it again later: it failed for want of room alone.
    record Requeue() implements JobAction {}

    record Download() implements JobAction {}

    record Ingest() implements JobAction {}

    /// End every item as the job as a whole: refused, or cancelled before it was created.
    record EndAll(boolean cancelled) implements JobAction {}

    /// Delete the uploaded requests.
    record Clean() implements JobAction {}

    record Rest(Instant until, Where where) implements JobAction {}

    record Hold() implements JobAction {}

    record Done() implements JobAction {}

    /// Who a job waits for.
    enum Where {
        /// Us.
        HERE,
        /// The provider, or other jobs that are with it.
        PROVIDER,
        /// A person.
        PERSON,
        /// Room at the provider, or money, that other jobs have.
        ROOM,
        NOBODY
    }
}
