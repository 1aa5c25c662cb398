package dev.rowan.landscape.read;

import dev.rowan.api.plugin.Sink;
import dev.rowan.landscape.PendingRowQueries.ReleasedRow;
import dev.rowan.landscape.fold.RecordedJson;
import dev.rowan.landscape.fold.RunEvents;
import dev.rowan.landscape.fold.SinkMarks;
import dev.rowan.landscape.resume.PendingRow;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Released rows in release order, for a replay.
///
/// A row's turn is the number of its last outcome; the outcomes of a row's tokens are adjacent in the record.
final class ReleasedRows {
    private final Query query;
    private final RunRow run;

    ReleasedRows(Query query, RunRow run) {
        this.query = query;
        this.run = run;
    }

    private record Ended(long event, long rowSeq) {}

    List<ReleasedRow> after(long turn, int max) throws SQLException {
        Map<Long, Long> turns = turns(turn, max);
        List<Long> page = new PageLimit(query, run).firstOf(new ArrayList<>(turns.keySet()));
        var rows = new HashMap<Long, PendingRow>();
        new PendingRows(query, run).recorded(page).forEach(row -> rows.put(row.rowSeq(), row));
        var released = new ArrayList<ReleasedRow>();
        for (Long rowSeq : page) {
            PendingRow row = rows.get(rowSeq);
            if (row != null) {
                released.add(new ReleasedRow(turns.getOrDefault(rowSeq, turn), row));
            }
        }
        return released;
    }

    /// The rows in order, each with its turn. A row whose outcomes may exceed the page is left to the next one, or
    /// queried again with a larger page if it is the only one.
    private Map<Long, Long> turns(long after, int max) throws SQLException {
        List<Ended> ended = hasSplits() ? endedByRow(after, max) : endedByEvent(after, max);
        var turns = new LinkedHashMap<Long, Long>();
        ended.forEach(one -> turns.put(one.rowSeq(), one.event()));
        if (ended.size() < max) {
            return turns;
        }
        if (turns.size() == 1) {
            return turns(after, Math.multiplyExact(max, 2));
        }
        turns.remove(ended.getLast().rowSeq());
        return turns;
    }

    private List<Ended> endedByEvent(long after, int max) throws SQLException {
        return query.list(
                "SELECT event_id, row_seq FROM outcome WHERE event_id BETWEEN ? AND ? ORDER BY event_id LIMIT ?",
                row -> new Ended(row.getLong(1), row.getLong(2)),
                Math.max(run.log().firstId(), after + 1),
                run.log().lastId(),
                max);
    }

    /// The parts of splits make a sink in the order of their rows.
    private List<Ended> endedByRow(long after, int max) throws SQLException {
        return query.list(
                "SELECT row_seq FROM outcome WHERE run_no = ? AND row_seq > ? ORDER BY row_seq LIMIT ?",
                row -> new Ended(row.getLong(1), row.getLong(1)),
                run.runNo(),
                after,
                max);
    }

    private boolean hasSplits() throws SQLException {
        return query.first("SELECT 1 FROM run_split WHERE run_no = ?", _ -> true, run.runNo())
                .isPresent();
    }

    List<Long> deleted(int max) throws SQLException {
        long first = run.log().firstId();
        long last = run.log().lastIdOfRun();
        return query.list(
                "SELECT row_seq FROM row_read WHERE event_id BETWEEN ? AND ? AND payload IS NULL"
                        + " AND payload_length IS NOT NULL"
                        + " UNION SELECT row_seq FROM node_state WHERE event_id BETWEEN ? AND ? AND payload IS NULL"
                        + " AND payload_length IS NOT NULL"
                        + " UNION SELECT row_seq FROM call_end WHERE event_id BETWEEN ? AND ? AND payload IS NULL"
                        + " AND payload_length IS NOT NULL"
                        + " ORDER BY row_seq LIMIT ?",
                row -> row.getLong(1),
                first,
                last,
                first,
                last,
                first,
                last,
                max);
    }

    Map<String, Sink.Mark> marks() throws SQLException {
        var marks = new TreeMap<String, Sink.Mark>();
        query.list(
                        "SELECT facts FROM run_event WHERE event_id BETWEEN ? AND ? AND type = ? ORDER BY event_id",
                        row -> RecordedJson.object(row.getString(1)),
                        run.log().firstId(),
                        run.log().lastId(),
                        RunEvents.SINK_SYNCED)
                .forEach(synced -> marks.put(String.valueOf(synced.get("sink")), SinkMarks.mark(synced)));
        return marks;
    }

    Optional<Long> rowAt(String sink, long place) throws SQLException {
        String order = hasSplits() ? "row_seq, part" : "event_id";
        return query
                .list(
                        "SELECT row_seq FROM outcome WHERE event_id BETWEEN ? AND ? AND sink = ? ORDER BY " + order
                                + " LIMIT 1 OFFSET ?",
                        row -> row.getLong(1),
                        run.log().firstId(),
                        run.log().lastIdOfRun(),
                        sink,
                        place - 1)
                .stream()
                .findFirst();
    }

    /// Whether a change was accepted at a resume of the run.
    boolean isChanged() throws SQLException {
        return query
                .list(
                        "SELECT payload FROM run_event WHERE event_id BETWEEN ? AND ? AND type = ?",
                        row -> Query.bytes(row, "payload"),
                        run.log().firstId(),
                        run.log().lastId(),
                        RunEvents.RUN_RESUMED)
                .stream()
                .flatMap(Optional::stream)
                .map(bytes -> RecordedJson.object(bytes).get("changes"))
                .anyMatch(ReleasedRows::hasAccepted);
    }

    private static boolean hasAccepted(@Nullable Object changes) {
        return changes instanceof List<?> list
                && list.stream()
                        .anyMatch(
                                change -> change instanceof Map<?, ?> map && Boolean.TRUE.equals(map.get("accepted")));
    }
}
