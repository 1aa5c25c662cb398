package dev.rowan.landscape;

import dev.rowan.api.call.Usd;
import dev.rowan.landscape.record.CallCost;
import dev.rowan.landscape.record.LogEntry.CallKey;
import dev.rowan.landscape.record.LogEntry.CallState;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Queries about the batch jobs of a run and their items.
public interface JobQueries {

    /// The batch jobs of the run, by number.
    List<BatchJob> list(String runId);

    /// The steps of a job, in order.
    List<BatchStep> steps(String runId, long job);

    /// The manifest of a job: its items in order.
    List<BatchItem> manifest(String runId, long job);

    /// The number of items per end, by job; counted from the items themselves, not from the job's steps.
    Map<Long, List<ItemCount>> itemCounts(String runId, List<Long> jobs);

    /// The items of a job from `from` on, in order, `max` at most; with `end`, only those that ended so.
    List<JobItem> items(String runId, long job, Optional<ItemEnd> end, long from, int max);

    /// The id of the run that owns a provider's batch, so that it is adopted only once.
    Optional<String> ownerOf(String provider, String batchId);

    /// The state of a job: its last step, the time of that step, and the facts of all steps, later ones overriding
    /// earlier ones.
    record BatchJob(long job, String step, Instant at, Map<String, @Nullable Object> facts) {}

    /// A step of a job with its facts.
    record BatchStep(long job, String step, Instant at, Map<String, @Nullable Object> facts) {}

    /// An attempt that is part of a job; `end` and `cost` are empty while it is open.
    record BatchItem(int item, CallKey key, int attempt, Usd worst, Optional<CallState> end, Optional<CallCost> cost) {}

    /// How an item of a job ended.
    enum ItemEnd {
        /// Not ended yet.
        OPEN,
        SUCCEEDED,
        ERRORED,
        EXPIRED,
        CANCELLED,
        /// The job has ended without a result for it.
        MISSING;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// The number of items with this end; `cost` is their counted cost, `worst` their worst case.
    record ItemCount(ItemEnd end, long items, CallCost cost, Usd worst) {}

    /// An item of a job with its row and call.
    record JobItem(
            long item,
            long rowSeq,
            int part,
            int callNo,
            int attempt,
            ItemEnd end,
            Optional<String> standing,
            Usd worst,
            Optional<CallCost> cost,
            Optional<Integer> status) {}
}
