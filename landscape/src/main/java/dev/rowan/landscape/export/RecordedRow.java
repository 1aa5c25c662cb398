package dev.rowan.landscape.export;

import dev.rowan.api.Row;
import dev.rowan.api.call.Usd;
import dev.rowan.json.RowJson;
import dev.rowan.landscape.fold.RecordedJson;
import dev.rowan.landscape.fold.TokenValues;
import dev.rowan.landscape.fold.VisitValues;
import dev.rowan.landscape.record.CallCost;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// Everything recorded about one row. The final values of its tokens are computed once.
final class RecordedRow {
    private static final String COMPLETED = "completed";

    private final Read read;
    private final List<Visit> visits;
    private final List<End> ends;
    private final List<Cost> costs;
    private final Map<Integer, byte[]> left;

    RecordedRow(Read read, List<Visit> visits, List<End> ends, List<Cost> costs) {
        this.read = read;
        this.visits = visits;
        this.ends = ends;
        this.costs = costs;
        this.left = left(read, visits);
    }

    /// The row as read.
    record Read(
            long rowSeq,
            long time,
            String status,
            String position,
            Optional<String> sourceId,
            Optional<byte[]> payload,
            boolean gone)
            implements Cursor.OfRow {
        static final String SELECT = "SELECT row_seq, time, status, position, source_id, payload, payload_length"
                + " FROM row_read WHERE run_no = ? AND row_seq BETWEEN ? AND ? ORDER BY row_seq";

        static Read from(ResultSet row) throws SQLException {
            Optional<byte[]> payload = Optional.ofNullable(row.getBytes("payload"));
            return new Read(
                    row.getLong("row_seq"),
                    row.getLong("time"),
                    row.getString("status"),
                    row.getString("position"),
                    Optional.ofNullable(row.getString("source_id")),
                    payload,
                    payload.isEmpty() && Cursor.number(row, "payload_length").isPresent());
        }

        boolean isReadable() {
            return !status.equals("unreadable");
        }
    }

    /// A finished visit.
    record Visit(
            long rowSeq,
            long eventId,
            int part,
            boolean completed,
            long queueMicros,
            long pacerMicros,
            long permitMicros,
            long wireMicros,
            Optional<byte[]> payload)
            implements Cursor.OfRow {
        static final String SELECT = "SELECT row_seq, event_id, part, status, queue_us, pacer_us, permit_us, wire_us,"
                + " payload FROM node_state WHERE run_no = ? AND row_seq BETWEEN ? AND ? AND status <> 'open'"
                + " ORDER BY row_seq, part, event_id";

        static Visit from(ResultSet row) throws SQLException {
            return new Visit(
                    row.getLong("row_seq"),
                    row.getLong("event_id"),
                    row.getInt("part"),
                    row.getString("status").equals(COMPLETED),
                    row.getLong("queue_us"),
                    row.getLong("pacer_us"),
                    row.getLong("permit_us"),
                    row.getLong("wire_us"),
                    Optional.ofNullable(row.getBytes("payload")));
        }
    }

    /// How a token ended.
    record End(
            long rowSeq,
            int part,
            long time,
            String outcome,
            Optional<Integer> node,
            Optional<String> reason,
            Optional<String> sink,
            long reorderMicros,
            long sinkMicros,
            long totalMicros)
            implements Cursor.OfRow {
        static final String SELECT = "SELECT row_seq, part, time, outcome, node, reason, sink, reorder_us, sink_us,"
                + " total_us FROM outcome WHERE run_no = ? AND row_seq BETWEEN ? AND ? ORDER BY row_seq, part";

        static End from(ResultSet row) throws SQLException {
            return new End(
                    row.getLong("row_seq"),
                    row.getInt("part"),
                    row.getLong("time"),
                    row.getString("outcome"),
                    Optional.ofNullable(Cursor.nullable(row, "node")).map(Long::intValue),
                    Optional.ofNullable(row.getString("reason")),
                    Optional.ofNullable(row.getString("sink")),
                    row.getLong("reorder_us"),
                    row.getLong("sink_us"),
                    row.getLong("total_us"));
        }
    }

    /// The totals of a token's calls; an open attempt counts with its worst case.
    record Cost(long rowSeq, int part, long attempts, CallCost cost) implements Cursor.OfRow {
        static final String SELECT = "SELECT i.row_seq, i.part, count(*) AS attempts,"
                + " sum(COALESCE(e.cost_pico_usd, i.worst_pico_usd)) AS pico,"
                + " sum(CASE WHEN COALESCE(e.cost_known, 0) = 0 THEN 1 ELSE 0 END) AS unknown,"
                + " sum(CASE WHEN COALESCE(e.cost_known, 0) = 0 AND i.worst_pico_usd = 0 THEN 1 ELSE 0 END) AS unpriced"
                + " FROM call_intent i" + CallTable.JOIN
                + " WHERE i.run_no = ? AND i.row_seq BETWEEN ? AND ?"
                + " GROUP BY i.row_seq, i.part ORDER BY i.row_seq, i.part";

        static Cost from(ResultSet row) throws SQLException {
            return new Cost(
                    row.getLong("row_seq"),
                    row.getInt("part"),
                    row.getLong("attempts"),
                    new CallCost(
                            new Usd(row.getLong("pico")),
                            Usd.ZERO,
                            row.getLong("unknown") - row.getLong("unpriced"),
                            row.getLong("unpriced")));
        }
    }

    /// An unchanged row keeps the bytes as read.
    private static Map<Integer, byte[]> left(Read read, List<Visit> visits) {
        if (read.payload().isEmpty() || !read.isReadable()) {
            return Map.of();
        }
        byte[] asRead = read.payload().get();
        List<Visit> changes = visits.stream()
                .filter(visit -> visit.completed() && visit.payload().isPresent())
                .sorted(Comparator.comparingLong(Visit::eventId))
                .toList();
        if (changes.isEmpty()) {
            return Map.of(0, asRead);
        }
        var tokens = new TokenValues(Row.of(RecordedJson.object(asRead)));
        changes.forEach(visit -> tokens.follow(visit.part(), VisitValues.read(visit.payload())));
        var left = new TreeMap<Integer, byte[]>();
        tokens.byPart().forEach((part, row) -> left.put(part, RowJson.write(row)));
        return left;
    }

    Read read() {
        return read;
    }

    /// The part numbers of the row's tokens.
    SortedSet<Integer> parts() {
        var parts = new TreeSet<Integer>(left.keySet());
        ends.forEach(end -> parts.add(end.part()));
        visits.forEach(visit -> parts.add(visit.part()));
        if (parts.isEmpty()) {
            parts.add(0);
        }
        return parts;
    }

    Optional<End> end(int part) {
        return ends.stream().filter(end -> end.part() == part).findFirst();
    }

    List<Visit> visits(int part) {
        return visits.stream().filter(visit -> visit.part() == part).toList();
    }

    Optional<Cost> cost(int part) {
        return costs.stream().filter(cost -> cost.part() == part).findFirst();
    }

    Optional<byte[]> left(int part) {
        return Optional.ofNullable(left.get(part));
    }
}
