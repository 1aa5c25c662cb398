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

/// The life of one row: where it came from, every node it visited with values and waits, and how each token
/// ended.
///
/// `row` is empty for a record that could not be read; then `unreadable` holds the reason and `raw` its
/// beginning. It is also empty when `deleted` says that the values were; then no visit has outputs or a
/// reason.
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
        Optional<Deleted> deleted) {
    /// How the state of a row is called that [#awaitsResults].
    public static final String AWAITING_RESULTS = "awaiting_results";

    /// A story with all its values.
    public RowHistory(
            RunSummary run,
            long rowSeq,
            String position,
            Optional<String> sourceId,
            Instant readAt,
            Optional<Row> row,
            Optional<Map<String, @Nullable Object>> unreadable,
            Optional<String> raw,
            List<Visit> visits,
            List<End> ends) {
        this(run, rowSeq, position, sourceId, readAt, row, unreadable, raw, visits, ends, Optional.empty());
    }

    /// Whether the row has no outcome since batch services have not answered a call of it.
    public boolean awaitsResults() {
        return ends.isEmpty()
                && visits.stream().flatMap(visit -> visit.calls().stream()).anyMatch(CallHistory::isAwaited);
    }

    /// That the row's values are gone, and when they went if that is on record.
    public record Deleted(Optional<Instant> at) {}

    /// One visit to a node. `status` is open, completed or failed; `reason` is there when it failed. A visit
    /// of which only calls are recorded so far is open.
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
            List<CallHistory> calls) {

        /// A visit that made no calls.
        public Visit(
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
                Optional<Map<String, @Nullable Object>> reason) {
            this(
                    stateId, part, node, nodeName, plugin, attempt, status, opened, closed, waits, input, outputs,
                    reason, List.of());
        }

        /// The visit with nothing said about values.
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
                    List.copyOf(made));
        }
    }

    /// How a token ended.
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

        /// Where the row is now, in words: `in sink 'blocked'`.
        public String whereabouts() {
            if (sink.isPresent()) {
                return "in sink '" + sink.get() + "'";
            }
            return outcome == Outcome.DISCARDED ? "dropped on purpose" : "in no sink; the landscape keeps it";
        }
    }
}
