package dev.rowan.landscape.history;

import dev.rowan.api.Outcome;
import dev.rowan.api.Row;
import dev.rowan.landscape.record.LogEntry.Waits;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The history of a row: its origin, every node visited with values and wait times, and the outcome of each token.
///
/// `row` is empty for a record that could not be read; then `unreadable` holds the reason and `raw` its beginning.
/// It is also empty if the values were `deleted`; then no visit has outputs or a reason. `sourceName` is the name of
/// its source if the run has several, `writers` are those beside the owner of the run that recorded it, in this order.
public record RowHistory(
        RunSummary run,
        long rowSeq,
        String position,
        Optional<String> sourceId,
        Instant readAt,
        Optional<Row> row,
        Optional<Map<String, @Nullable Object>> unreadable,
        Optional<String> raw,
        List<Visit> visits,
        List<End> ends,
        Optional<Deleted> deleted,
        Optional<String> sourceName,
        List<Integer> writers) {
    /// Whether the row has no outcome because a batch service has not answered a call yet.
    public boolean awaitsResults() {
        return ends.isEmpty()
                && visits.stream().flatMap(visit -> visit.calls().stream()).anyMatch(CallHistory::isAwaited);
    }

    /// The row's values were deleted, and when, if recorded.
    public record Deleted(Optional<Instant> at) {}

    /// A visit to a node. `status` is open, completed or failed; `reason` is present if it failed, `route` if the
    /// row left a gate, or for which a join fired. A visit with only calls recorded so far is open.
    public record Visit(
            String stateId,
            int part,
            int node,
            String nodeName,
            String plugin,
            int attempt,
            String status,
            Instant opened,
            Optional<Instant> closed,
            Optional<Waits> waits,
            Row input,
            List<Row> outputs,
            Optional<Map<String, @Nullable Object>> reason,
            Optional<String> route,
            Branching branching,
            List<CallHistory> calls) {

        /// The visit without its values.
        public Visit withoutValues() {
            return new Visit(
                    stateId,
                    part,
                    node,
                    nodeName,
                    plugin,
                    attempt,
                    status,
                    opened,
                    closed,
                    waits,
                    Row.empty(),
                    List.of(),
                    Optional.empty(),
                    route,
                    Branching.NONE,
                    calls);
        }

        public Visit with(List<CallHistory> made) {
            return new Visit(
                    stateId,
                    part,
                    node,
                    nodeName,
                    plugin,
                    attempt,
                    status,
                    opened,
                    closed,
                    waits,
                    input,
                    outputs,
                    reason,
                    route,
                    branching,
                    List.copyOf(made));
        }
    }

    /// The tokens that a visit made or merged: the `children` of a split, whose parent waits for them or ends; the
    /// parts `used` by a join, and the branches that it `lost`.
    public record Branching(
            List<Child> children, boolean parentWaits, List<Integer> used, List<Map<String, @Nullable Object>> lost) {
        public static final Branching NONE = new Branching(List.of(), false, List.of(), List.of());

        public Branching {
            children = List.copyOf(children);
            used = List.copyOf(used);
            lost = List.copyOf(lost);
        }
    }

    /// A token that a split made; `label` is its branch, or its number among the rows of an expansion.
    public record Child(int part, String label) {}

    /// The outcome of a token.
    public record End(
            int part,
            Outcome outcome,
            Optional<String> nodeName,
            Optional<String> reason,
            Optional<String> sink,
            Instant at,
            Duration reorderWait,
            Duration sinkWait,
            Duration total) {

        /// The row's location for display: `in sink 'blocked'`.
        public String whereabouts() {
            if (sink.isPresent()) {
                return "in sink '" + sink.get() + "'";
            }
            return switch (outcome) {
                case DISCARDED -> "dropped on purpose";
                case SPLIT -> "continued as its branches";
                case MERGED -> nodeName.isPresent() ? "member of a group" : "continued in the joined row";
                case COMPLETED, BLOCKED, FAILED, QUARANTINED, INDETERMINATE -> "in no sink; the landscape keeps it";
            };
        }
    }
}
