package dev.rowan.engine.jobs;

import dev.rowan.api.batch.BatchStatus;
import dev.rowan.api.batch.BatchStatus.ResultPart;
import dev.rowan.landscape.JobQueries.ItemEnd;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A recorded step of a batch job. [JobCodec] turns it into the facts of a `batch_job` event.
public sealed interface JobStep {

    /// `planned`: the request file is written and its items have their intents.
    record Planned(JobState.Plan plan) implements JobStep {}

    /// `upload_intent`
    record UploadIntended() implements JobStep {}

    /// `uploaded`, with the provider's name for the file where it has one.
    record Uploaded(Optional<String> file) implements JobStep {}

    /// `create_intent`: durable before the request to create the batch is sent.
    record CreateIntended(Instant at, Instant firstAt, int tries) implements JobStep {}

    /// `create_lost`: the request was sent and no reply arrived.
    record CreateLost(String why) implements JobStep {}

    /// `created`
    record Created(BatchStatus batch, Instant createdAt, Instant nextPollAt) implements JobStep {}

    /// `adopted`: a batch that a lost creation made; `listing` is the listing that showed it, if one did.
    record Adopted(
            BatchStatus batch,
            Instant createdAt,
            Instant nextPollAt,
            List<FoundBatch> duplicates,
            Optional<Listing> listing)
            implements JobStep {}

    /// `adopted`: the batch that an operator assigned to the job.
    record AdoptedByOperator(String batchId, Instant createdAt, Instant nextPollAt, List<FoundBatch> duplicates)
            implements JobStep {}

    /// `looked`: the provider's batches were listed after a lost creation.
    record Listed(Listing listing, Optional<List<FoundBatch>> candidates, Optional<List<FoundBatch>> duplicates)
            implements JobStep {}

    /// `looked`: a candidate is still running.
    record CandidatePolled(int polls, Instant nextPollAt) implements JobStep {}

    /// `looked`: the state of a candidate changed.
    record CandidatesChecked(List<FoundBatch> candidates) implements JobStep {}

    /// `looked`: a cancelled duplicate is still running.
    record DuplicatePolled(Instant nextPollAt) implements JobStep {}

    /// `duplicate_cancelled`
    record DuplicateCancelled(List<FoundBatch> duplicates) implements JobStep {}

    /// `duplicate_booked`: the cost of a duplicate is counted.
    record DuplicateBooked(List<FoundBatch> duplicates) implements JobStep {}

    /// `polled`
    record Polled(BatchStatus batch, int polls, Instant nextPollAt) implements JobStep {}

    /// `polled`: a new batch is not found yet.
    record NotFoundYet(Instant nextPollAt) implements JobStep {}

    /// `polled`: the provider accepted the cancel.
    record CancelAccepted(BatchStatus batch, Instant at, Instant nextPollAt) implements JobStep {}

    /// `polled`: the provider refused the cancel, or did not find the batch; the next poll shows why.
    record CancelRefused(Optional<String> why, Instant at) implements JobStep {}

    /// `cancel_intent`: by a timeout or a deadline.
    record CancelIntended(String by, Optional<String> why) implements JobStep {}

    /// `cancel_intent`: by a command or an interrupt. A held job is `reopened` so that it can be cancelled.
    record CancelledByPerson(String by, Optional<String> why, Optional<JobState.Phase> reopened) implements JobStep {}

    /// `released`: the calls of a job that a person cancelled may be submitted again.
    record Released() implements JobStep {}

    /// `ended`: the provider ended the batch; `failure` where it failed as a whole.
    record Ended(BatchStatus batch, Optional<Failure> failure) implements JobStep {}

    /// `ended`: the provider rejected the upload or the creation for good.
    record Rejected(String why) implements JobStep {}

    /// `ended`: a cancelled batch is not found any more.
    record CancelledBatchGone(String why) implements JobStep {}

    /// `requeued`: failed for quota alone; the same file is created again later.
    record Requeued(List<FoundBatch> candidates, Instant againAt) implements JobStep {}

    /// `resubmitted`: an operator had it created again.
    record Resubmitted(List<FoundBatch> duplicates, List<FoundBatch> candidates, Instant againAt) implements JobStep {}

    /// `downloaded`; parts of a kind that is `obsolete` belong to an earlier batch.
    record Downloaded(List<JobResultPart> parts, List<ResultPart.Kind> obsolete) implements JobStep {}

    /// `file_lost`: a downloaded file is not as recorded.
    record FileLost(String why) implements JobStep {}

    /// `settled`: every item has its end. `strayLines` is empty where no results were read.
    record Settled(Map<ItemEnd, Long> counts, Optional<StrayLines> strayLines) implements JobStep {}

    /// `cleaned`: the uploaded file was `deleted`, or could not be.
    record FilesDeleted(boolean deleted) implements JobStep {}

    /// `held`: waits for an operator.
    record Held(String why) implements JobStep {}

    /// `delayed`: a step failed and is retried.
    record Delayed(int fails, Instant againAt, String why, DelayDetail detail) implements JobStep {}

    /// The number of listings since the last creation, with the time of the first where this is it.
    record Listing(int count, Optional<Instant> firstAt) {}

    /// Why a batch failed as a whole, and the items to blame with their messages.
    record Failure(String why, Map<Integer, String> blamed) {}

    /// What a failed step changes beside the retry.
    sealed interface DelayDetail {
        record None() implements DelayDetail {}

        /// No batch was created; the job goes back to `phase`.
        record NotCreated(JobState.Phase phase) implements DelayDetail {}

        /// A download with fewer lines than the provider counts, by the hashes of its files.
        record ShortDownload(String hashes) implements DelayDetail {}

        /// The cancel could not be sent.
        record CancelFailed(String why) implements DelayDetail {}

        /// The provider refused the cancel and the batch still runs, so that it is sent again.
        record CancelAgain(String why, BatchStatus batch) implements DelayDetail {}
    }
}
