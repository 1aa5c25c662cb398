package dev.rowan.landscape.read;

import dev.rowan.landscape.chain.LogKey;
import dev.rowan.landscape.fold.ChainEvents;
import dev.rowan.landscape.fold.RecordedJson;
import dev.rowan.landscape.fold.WriterEpoch;
import dev.rowan.landscape.record.SplitRange;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The order in which the events of a row were recorded. In one chain it is that of their numbers. A row whose split
/// went from one writer to another has events in several chains: those of its first holder come first.
final class RowOrder {
    /// More than any number of an event in its chain.
    private static final long CHAIN = 1L << 34;

    private final List<Handovers> splits;

    /// The openings of a split, in order.
    private record Handovers(SplitRange split, List<Opening> openings) {
        boolean contains(long row) {
            return row >= split.firstRow() && row < split.firstRow() + split.rows();
        }
    }

    /// The event that opened a split for a writer, and the holder before.
    private record Opening(long eventId, SplitRange split, WriterEpoch holder, Optional<WriterEpoch> from) {
        static Opening of(ResultSet row) throws SQLException {
            var facts = RecordedJson.object(row.getString("facts"));
            long eventId = row.getLong("event_id");
            return new Opening(
                    eventId,
                    ChainEvents.split(facts),
                    new WriterEpoch(LogKey.writer(eventId), row.getInt("epoch")),
                    ChainEvents.from(facts));
        }
    }

    private RowOrder(List<Handovers> splits) {
        this.splits = splits;
    }

    /// The order of the events of rows from `first` to `last`.
    static RowOrder of(Query query, RunRow run, long first, long last) throws SQLException {
        List<Integer> reopened = query.list(
                "SELECT split FROM run_split WHERE run_no = ? AND openings > 1 AND first_row <= ?"
                        + " AND first_row + rows > ?",
                row -> row.getInt(1),
                run.runNo(),
                last,
                first);
        if (reopened.isEmpty()) {
            return new RowOrder(List.of());
        }
        var bySplit = new HashMap<SplitRange, List<Opening>>();
        query
                .list(
                        "SELECT event_id, epoch, facts FROM run_event WHERE event_id BETWEEN ? AND ? AND type = ?",
                        Opening::of,
                        run.log().firstId(),
                        run.log().lastIdOfRun(),
                        ChainEvents.SPLIT_OPENED)
                .stream()
                .filter(opening -> reopened.contains(opening.split().split()))
                .forEach(opening -> bySplit.computeIfAbsent(opening.split(), _ -> new ArrayList<>())
                        .add(opening));
        return new RowOrder(bySplit.entrySet().stream()
                .map(split -> new Handovers(split.getKey(), inOrder(split.getValue())))
                .toList());
    }

    private static List<Opening> inOrder(List<Opening> openings) {
        Map<Optional<WriterEpoch>, Opening> next = new HashMap<>();
        openings.forEach(opening -> next.put(opening.from(), opening));
        var ordered = new ArrayList<Opening>();
        for (Opening at = next.get(Optional.<WriterEpoch>empty());
                at != null && ordered.size() < openings.size();
                at = next.get(Optional.of(at.holder()))) {
            ordered.add(at);
        }
        return ordered;
    }

    /// A number that rises with the events of a row.
    long key(long row, long eventId) {
        for (Handovers split : splits) {
            if (split.contains(row)) {
                return rank(split.openings(), eventId) * CHAIN + LogKey.seq(eventId);
            }
        }
        return eventId;
    }

    /// The last opening by the event's writer before it.
    private static long rank(List<Opening> openings, long eventId) {
        for (int i = openings.size() - 1; i >= 0; i--) {
            Opening opening = openings.get(i);
            if (LogKey.writer(opening.eventId()) == LogKey.writer(eventId) && opening.eventId() <= eventId) {
                return i;
            }
        }
        return openings.size();
    }
}
