package dev.rowan.landscape;

import dev.rowan.api.Outcome;
import dev.rowan.landscape.resume.PendingRow;
import java.util.List;
import java.util.Set;

/// Queries for rows to process again: by resume those without an outcome, by retry those that failed, by replay
/// all. Every list is bounded by the memory that its rows take, see [#page].
public interface PendingRowQueries {

    /// The first of `rows`, as many as may be loaded together without taking much memory; at least one.
    List<Long> page(String runId, List<Long> rows);

    /// The rows after `afterRow` that were read and have no outcome, in order, `max` and a [#page] at most; empty
    /// only when there are none.
    List<PendingRow> unfinished(String runId, long afterRow, int max);

    /// These rows with each token where its last visit left it, whether it has an outcome or not, in order.
    List<PendingRow> visited(String runId, List<Long> rows);

    /// Those of `rows` that have no outcome, in order.
    List<PendingRow> unfinished(String runId, List<Long> rows);

    /// The rows after `afterRow` that were read and have no outcome, in order, `max` at most. Found by indexes
    /// alone, a million in seconds.
    List<UnfinishedRow> listUnfinished(String runId, long afterRow, int max);

    /// The rows after `afterRow` with a token that ended with one of `outcomes`, in order, `max` and a [#page] at
    /// most, each as it was read: one token without visits and calls.
    default List<PendingRow> ended(String runId, Set<Outcome> outcomes, long afterRow, int max) {
        return ended(runId, outcomes, List.of(), afterRow, max);
    }

    /// Like the above, without the rows that ended in a run of `superseded` with none of `outcomes`.
    List<PendingRow> ended(String runId, Set<Outcome> outcomes, List<String> superseded, long afterRow, int max);

    /// Every row after `afterRow` with all of its calls, in order, `max` and a [#page] at most, each as it was
    /// read: one token without visits.
    List<PendingRow> recorded(String runId, long afterRow, int max);

    /// These rows as [#recorded] gives them, in the order of their numbers.
    List<PendingRow> recorded(String runId, List<Long> rows);

    /// The rows that have an outcome, in release order, each as in [#recorded]: those after `turn`, `max` of their
    /// outcomes and a [#page] at most. The first turn is after 0.
    List<ReleasedRow> released(String runId, long turn, int max);

    /// A row without an outcome; `awaits` if one of its calls is in a batch job that has not settled it.
    record UnfinishedRow(long rowSeq, boolean awaits) {}

    /// A row and its position in release order.
    record ReleasedRow(long turn, PendingRow row) {}
}
