package dev.rowan.landscape;

import dev.rowan.api.Outcome;
import dev.rowan.api.Row;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Usd;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.plugin.Sink;
import dev.rowan.landscape.history.RowHistory;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.record.CallCost;
import dev.rowan.landscape.record.LogEntry.CallKey;
import dev.rowan.landscape.record.LogEntry.CallState;
import dev.rowan.landscape.record.RunStart;
import dev.rowan.landscape.resume.PendingRow;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads what was recorded. It has a connection of its own, sees only what is committed, and is owned by one
/// thread.
public interface LandscapeReader extends AutoCloseable {

    /// The newest runs first.
    List<RunSummary> runs(int limit);

    /// The run meant by an id, a unique prefix of one, a run name (its newest run) or `latest`; a name that
    /// fits none or several is a [LandscapeException] that lists what there is.
    String resolve(String run);

    RunSummary summary(String runId);

    /// The last seal of the run's record, as it stands there.
    Head head(String runId);

    /// The life of a row, or empty when the run has read no such row.
    Optional<RowHistory> history(String runId, long rowSeq);

    /// The row whose source id is `id`, where the source has one; the first if there are several.
    Optional<Long> rowWithId(String runId, String id);

    /// The latest committed values of the tokens of rows `from` to `to` inclusive, by row and part: what each
    /// carried when it left its last completed node, or as it was read.
    Map<TokenKey, Stored> values(String runId, long from, long to);

    /// The answer that the call has already, if it has one and its bytes were kept: as it came, but without
    /// timings.
    Optional<WireReply.Complete> answer(String runId, CallKey call);

    /// The most that the run's calls so far can have cost: what is counted for the attempts that ended, and
    /// the worst case of those that have not.
    Usd spent(String runId);

    /// What was noted of a run under `type`, such as `pool_statistics`: the values of each note, in order.
    List<Map<String, @Nullable Object>> notes(String runId, String type);

    /// What was noted of a run under one of `types` after the event `after` (0 for all), in order.
    List<Note> notesAfter(String runId, long after, Set<String> types);

    /// The failure that most rows of the run have met: failed, quarantined or indeterminate alike.
    Optional<FailureGroup> mostFrequentFailure(String runId);

    /// Rows that failed alike: with this outcome, at this node (none for a record that could not be read), for this
    /// reason. `row` and `part` are the first of them.
    record FailureGroup(
            Outcome outcome, Optional<Integer> node, Optional<String> reason, long rows, long row, int part) {}

    /// What the attempts came to that have ended after the event `after`, by node.
    Map<Integer, EndedCalls> callsAfter(String runId, long after);

    /// Attempts of a node's calls that have ended; `attempts` counts those that were sent, of which `refused` met no
    /// room.
    record EndedCalls(long attempts, long answered, long refused, long inputTokens, long outputTokens, CallCost cost) {}

    /// What was recorded with each resume of the run, in order: `command_line`, and `changes` as a list of
    /// `what`, `before`, `after` and `accepted`.
    List<Map<String, @Nullable Object>> resumes(String runId);

    /// What the run is by its record: as it was started, with the changes that were recorded since.
    RunStart declared(String runId);

    /// The first of `rows`, as many as may be loaded together without taking much memory; at least one.
    List<Long> page(String runId, List<Long> rows);

    /// The rows after `afterRow` that were read and have no outcome, in order, `max` at most and no more than
    /// [#page] gives; none only when there is none.
    List<PendingRow> pending(String runId, long afterRow, int max);

    /// The rows after `afterRow` that were read and have no outcome, in order, `max` at most, each with
    /// whether it waits for a job of a batch service. Found by indexes alone, a million in seconds.
    List<Unended> unended(String runId, long afterRow, int max);

    /// Certain rows without an outcome, as [#pending] gives them, in order; those that have one are left out.
    List<PendingRow> pending(String runId, List<Long> rows);

    /// The requests of parked calls, in the order given: whole messages as they were recorded. A call that is
    /// not parked, or whose request was deleted, is a [LandscapeException].
    List<Payload> parked(String runId, List<CallKey> calls);

    /// The jobs of batch services that the run has, by number.
    List<BatchJob> jobs(String runId);

    /// The steps of one job, in order.
    List<BatchStep> steps(String runId, long job);

    /// The manifest of a job: its items in order.
    List<BatchItem> manifest(String runId, long job);

    /// How many items of each of the jobs came to what by the record of the items themselves, whatever the
    /// steps say.
    Map<Long, List<ItemCount>> itemCounts(String runId, List<Long> jobs);

    /// The items of a job from `from` on, in order, `max` at most; only those with this end where one is
    /// given.
    List<JobItem> items(String runId, long job, Optional<ItemEnd> end, long from, int max);

    /// What rows came to: those after `afterRow`, in order, `max` at most.
    List<RowResult> results(String runId, long afterRow, int max);

    /// Whether the source has given rows ids of their own, by its first thousand rows.
    boolean hasSourceIds(String runId);

    /// The run of this landscape, by its id, with a job that has the provider's batch as its own; so that it
    /// is adopted once only.
    Optional<String> ownerOf(String provider, String batchId);

    /// The rows after `afterRow` with a token that ended with one of `outcomes`, in order, `max` and
    /// a [#page] at most, each as it was read, with one token that has visited nothing, and no calls.
    default List<PendingRow> ended(String runId, Set<Outcome> outcomes, long afterRow, int max) {
        return ended(runId, outcomes, List.of(), afterRow, max);
    }

    /// The same without the rows that ended in a run of `superseded`, and there with none of `outcomes`.
    List<PendingRow> ended(String runId, Set<Outcome> outcomes, List<String> superseded, long afterRow, int max);

    /// Every row after `afterRow` with all of its calls, in order, `max` and a [#page] at most, each as it was
    /// read, with one token that has visited nothing.
    List<PendingRow> recorded(String runId, long afterRow, int max);

    /// Certain rows, as [#recorded] gives them, in the order of their numbers.
    List<PendingRow> recorded(String runId, List<Long> rows);

    /// The rows that have an outcome, in the order they left, each as in [#recorded]: those after `turn`,
    /// `max` of their outcomes and a [#page] at most. The first turn is after 0.
    List<ReleasedRow> left(String runId, long turn, int max);

    /// Rows of the run that cannot be done again since their values or their replies were deleted: the first
    /// `max`.
    List<Long> deleted(String runId, int max);

    /// The last recorded mark of each sink; a sink without one was never opened.
    Map<String, Sink.Mark> marks(String runId);

    /// The row whose token was the `place`th, from 1, to leave for the sink.
    Optional<Long> rowAt(String runId, String sink, long place);

    /// Whether the run was gone on with after a change of what rows come to.
    boolean isChanged(String runId);

    /// The runs that took up rows of this one as continuations, the latest first: one, or several when those before
    /// were abandoned.
    List<String> continuations(String runId);

    /// A later run that has declared the same output as this one, if there is one: whatever it wrote there
    /// stands behind what this one wrote.
    Optional<String> laterWriter(String runId, String target);

    /// The outputs of runs that are not finished, the oldest run first.
    List<SinkHold> sinkHolds();

    /// A note: the event it is, by which the next question can go on, when it was made, and what it says.
    record Note(long event, Instant at, String type, Map<String, @Nullable Object> facts) {}

    /// A token within its run.
    record TokenKey(long rowSeq, int part) {}

    /// What a token carried, when its row was read, and when its last visit ended (or the row was read).
    record Stored(Row row, Instant readAt, Instant settledAt) {}

    /// A row without an outcome; `awaits` says that a call of it is part of a job that has not settled it.
    record Unended(long rowSeq, boolean awaits) {}

    /// A job by its steps so far: the last one, when that was, and all facts, later ones over earlier ones.
    record BatchJob(long job, String step, Instant at, Map<String, @Nullable Object> facts) {}

    /// One step of a job, with the facts that it stated.
    record BatchStep(long job, String step, Instant at, Map<String, @Nullable Object> facts) {}

    /// An attempt that is part of a job; `end` and `cost` are empty while it has none.
    record BatchItem(int item, CallKey key, int attempt, Usd worst, Optional<CallState> end, Optional<CallCost> cost) {}

    /// What an item of a job came to.
    enum ItemEnd {
        /// It has no end yet.
        OPEN,
        SUCCEEDED,
        ERRORED,
        EXPIRED,
        CANCELLED,
        /// Its job has ended, and nobody knows what became of it.
        MISSING;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// So many items of a job came to this; `cost` is what is counted for them, `worst` what they might have
    /// cost.
    record ItemCount(ItemEnd end, long items, CallCost cost, Usd worst) {}

    /// One item of a job, with the row and call that it is.
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

    /// What a row came to: its tokens by part; `gone` says that its values were deleted.
    record RowResult(long rowSeq, Optional<String> sourceId, boolean gone, List<TokenResult> tokens) {}

    /// How a token ended, if it has, and what it carried last.
    record TokenResult(
            int part,
            Optional<String> outcome,
            Optional<String> reason,
            Optional<String> sink,
            Optional<Long> totalMicros,
            Optional<Row> values) {}

    /// A row and its turn in the order of leaving.
    record ReleasedRow(long turn, PendingRow row) {}

    @Override
    void close();
}
