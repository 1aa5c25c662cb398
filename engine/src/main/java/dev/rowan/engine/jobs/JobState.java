package dev.rowan.engine.jobs;

import dev.rowan.api.batch.BatchStatus;
import dev.rowan.landscape.JobQueries.BatchJob;
import dev.rowan.landscape.JobQueries.ItemEnd;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// A batch job as the fold of its recorded steps, decoded by [JobCodec]. `step` and `at` are those of the last step.
public record JobState(
        long job,
        String step,
        Instant at,
        Phase phase,
        Plan plan,
        Upload upload,
        Creation creation,
        Batch batch,
        Retry retry,
        JobCancel cancel,
        List<FoundBatch> duplicates,
        Map<ItemEnd, Long> counts,
        StrayLines strayLines) {

    public JobState {
        duplicates = List.copyOf(duplicates);
        counts = Map.copyOf(counts);
    }

    public static JobState of(BatchJob recorded) {
        return JobCodec.decode(recorded);
    }

    /// The state of the state machine, which alone decides the next action. [JobPhase] is for display.
    public enum Phase {
        /// Recorded, with its request file.
        PLANNED,
        /// An upload was started.
        UPLOADING,
        /// To be created, for the first time or again.
        UPLOADED,
        /// A creation was started and its result is unknown.
        CREATING,
        /// Running at the provider.
        WATCHED,
        /// The provider has ended it.
        ENDED,
        /// The results are in local files, with their hashes recorded.
        DOWNLOADED,
        SETTLED,
        /// Waits for an operator.
        HELD;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// What was planned; it never changes. `account` is the address of the service.
    public record Plan(
            String node,
            String provider,
            String model,
            Optional<String> account,
            String submission,
            String tag,
            int items,
            long bytes,
            long tokens,
            String sha256,
            int priority) {}

    /// The provider's name for the uploaded requests, whether the clean-up was done, and whether it deleted them.
    public record Upload(Optional<String> file, boolean cleaned, boolean deleted) {}

    /// Attempts to create the batch, and the `listings` of the provider's batches since the last one. `candidates`
    /// are batches that a lost creation may have made.
    public record Creation(
            int tries,
            Optional<Instant> firstIntendedAt,
            Optional<Instant> intendedAt,
            int listings,
            Optional<Instant> firstListingAt,
            List<FoundBatch> candidates) {}

    /// The provider's batch. `word` is the provider's own for its state; `isCounted` tells whether it gave `counts`
    /// when it ended; `isQuota` whether it failed for quota alone; `blamed` are the items it was rejected for.
    public record Batch(
            Optional<String> id,
            Optional<Instant> createdAt,
            Optional<Instant> expiresAt,
            Optional<BatchStatus.State> status,
            Optional<String> word,
            Optional<BatchStatus.Counts> counts,
            boolean isCounted,
            boolean isQuota,
            Map<Integer, String> blamed,
            List<JobResultPart> parts,
            int polls,
            Optional<Instant> nextPollAt) {}

    /// Consecutive failures, and when the next attempt is due. `queued` means that it waits for quota;
    /// `shortDownload` has the hashes of a download with too few lines.
    public record Retry(
            int fails,
            Optional<Instant> againAt,
            boolean queued,
            Optional<String> why,
            Optional<String> shortDownload) {}

    public String node() {
        return plan.node();
    }

    public String provider() {
        return plan.provider();
    }

    public int items() {
        return plan.items();
    }

    public Optional<String> batchId() {
        return batch.id();
    }

    public Optional<String> why() {
        return retry.why();
    }

    /// How many items were processed: by our own count once settled, else by the provider's.
    public long done() {
        return phase == Phase.SETTLED
                ? items()
                : batch.counts()
                        .map(counts -> counts.succeeded() + counts.failed())
                        .orElse(0L);
    }

    /// Why the provider has not accepted the cancel of a batch that still runs.
    public Optional<String> cancelFailure() {
        return cancel.requested() && phase == Phase.WATCHED ? cancel.failure() : Optional.empty();
    }
}
