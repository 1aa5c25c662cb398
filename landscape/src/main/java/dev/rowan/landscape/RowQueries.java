package dev.rowan.landscape;

import dev.rowan.api.Outcome;
import dev.rowan.api.Row;
import dev.rowan.landscape.history.RowHistory;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Queries about rows: their history, values and outcomes.
public interface RowQueries {

    /// The history of a row; empty when the run has read no such row.
    Optional<RowHistory> history(String runId, long rowSeq);

    /// The first row with this source id.
    Optional<Long> withId(String runId, String id);

    /// Whether the source gives rows ids, judging by its first thousand rows.
    boolean haveIds(String runId);

    /// The latest committed values of the tokens of rows `from` to `to` inclusive: as they left their last completed
    /// node, or as read.
    Map<TokenKey, Stored> values(String runId, long from, long to);

    /// The results of the rows after `afterRow`, in order, `max` at most.
    List<RowResult> results(String runId, long afterRow, int max);

    /// The most frequent failure of the run, over failed, quarantined and indeterminate rows.
    Optional<FailureGroup> mostFrequentFailure(String runId);

    /// The first `max` rows that cannot be reprocessed because their values or replies were deleted.
    List<Long> deleted(String runId, int max);

    /// The last record that the run has read; empty if it has read none.
    Optional<LastRead> lastRead(String runId);

    /// The number of a record in the run and in its source, the source's name if it has one, and the record's
    /// position.
    record LastRead(long rowSeq, Optional<String> source, String position, long ofSource) {}

    /// A token within its run.
    record TokenKey(long rowSeq, int part) {}

    /// The values of a token, when its row was read, and when its last visit ended (or the row was read).
    record Stored(Row row, Instant readAt, Instant settledAt) {}

    /// The tokens of a row by part; `gone` if its values were deleted.
    record RowResult(long rowSeq, Optional<String> sourceId, boolean gone, List<TokenResult> tokens) {}

    /// The outcome of a token, if it has one, and its last values.
    record TokenResult(
            int part,
            Optional<String> outcome,
            Optional<String> reason,
            Optional<String> sink,
            Optional<Long> totalMicros,
            Optional<Row> values) {}

    /// Rows with the same outcome, node (none for an unreadable record) and reason. `row` and `part` are the first.
    record FailureGroup(
            Outcome outcome, Optional<Integer> node, Optional<String> reason, long rows, long row, int part) {}
}
