package dev.rowan.landscape;

import dev.rowan.landscape.record.LogEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Queries about the groups of aggregates.
public interface GroupQueries {

    /// The members of all groups in the order in which they entered: those after `turn`, `max` at most. The first
    /// turn is after 0.
    List<GroupMember> members(String runId, long turn, int max);

    /// The same of the groups that are not closed.
    List<GroupMember> openMembers(String runId, long turn, int max);

    /// The members of a group, `max` at most.
    List<GroupMember> membersOf(String runId, long grp, int max);

    /// The groups that tokens of a row entered.
    List<GroupMember> entered(String runId, long rowSeq);

    /// The group that a derived row was made of.
    Optional<DerivedFrom> origin(String runId, long rowSeq);

    /// A group that was closed.
    Optional<ClosedGroup> closed(String runId, long grp);

    /// The last number of a group, 0 if there is none.
    long lastGroup(String runId);

    /// The last number of the rows that each aggregate made.
    Map<Integer, Long> lastRows(String runId);

    /// When the processes of a run worked, in order.
    List<WorkingTime> workingTimes(String runId);

    /// A token that entered the group `grp` of the aggregate `node`.
    record GroupMember(long turn, long rowSeq, int part, int node, long grp, Instant at) {}

    /// The group of a derived row, and the member that the row stands for, if it does.
    record DerivedFrom(long grp, Optional<LogEntry.Member> parent) {}

    /// A closed group; its rows have the numbers from `firstRow` on. `key` is empty if it was deleted.
    record ClosedGroup(
            int node,
            long grp,
            String trigger,
            long members,
            long rows,
            Duration age,
            long firstRow,
            Optional<Map<String, @Nullable Object>> key) {}

    /// From the first to the last event of one process.
    record WorkingTime(Instant from, Instant to) {

        /// How much of it was after `since`.
        public Duration after(Instant since) {
            Instant start = from.isBefore(since) ? since : from;
            return to.isAfter(start) ? Duration.between(start, to) : Duration.ZERO;
        }
    }
}
