package dev.rowan.landscape.read;

import dev.rowan.api.Outcome;
import dev.rowan.landscape.fold.Micros;
import dev.rowan.landscape.fold.TokenPositions;
import dev.rowan.landscape.fold.VisitValues;
import dev.rowan.landscape.record.RowOrigin;
import dev.rowan.landscape.resume.PendingRow;
import dev.rowan.landscape.resume.PendingRow.PastCall;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Pages of rows to resume or reprocess, in order.
///
/// The rows are selected by indexes alone; only then are their values, visits and calls read.
final class PendingRows {
    /// Parameters: run, last row of the previous page, both again, maximum.
    static final String WITHOUT_OUTCOME = " FROM row_read r WHERE r.run_no = ? AND r.row_seq > ? AND NOT EXISTS"
            + " (SELECT 1 FROM outcome o WHERE o.run_no = ? AND o.row_seq = r.row_seq"
            + " AND o.row_seq > ?) ORDER BY r.row_seq LIMIT ?";

    /// Without derived rows that stand for a failure of their aggregate: they have no values to retry with.
    private static final String NOT_AT_ORIGIN = " AND (row_seq < " + RowOrigin.first(0)
            + " OR node IS NULL OR node <> row_seq / " + RowOrigin.first(0) + " - 1)";

    private final Query query;
    private final RunRow run;

    PendingRows(Query query, RunRow run) {
        this.query = query;
        this.run = run;
    }

    List<PendingRow> withoutOutcome(long afterRow, int max) throws SQLException {
        return withCalls(
                page(query.list(
                        "SELECT r.row_seq" + WITHOUT_OUTCOME,
                        row -> row.getLong(1),
                        run.runNo(),
                        afterRow,
                        run.runNo(),
                        afterRow,
                        max)),
                ReadRow::pending);
    }

    private List<Long> page(List<Long> rows) throws SQLException {
        return new PageLimit(query, run).firstOf(rows);
    }

    /// Those of `rows` without an outcome.
    List<PendingRow> withoutOutcome(List<Long> rows) throws SQLException {
        var remaining = new TreeSet<>(rows);
        for (List<Long> some : RowBatches.few(rows)) {
            query.list(
                            "SELECT DISTINCT row_seq FROM outcome WHERE run_no = ? AND row_seq IN "
                                    + RowBatches.placeholders(some.size()),
                            row -> row.getLong(1),
                            RowBatches.parameters(run, some))
                    .forEach(remaining::remove);
        }
        return withCalls(new ArrayList<>(remaining), ReadRow::pending);
    }

    List<PendingRow> visited(List<Long> rows) throws SQLException {
        return withCalls(rows, ReadRow::pending);
    }

    /// All rows with their calls and failures, as if not visited yet.
    List<PendingRow> recorded(long afterRow, int max) throws SQLException {
        return withCalls(
                page(query.list(
                        "SELECT row_seq FROM row_read WHERE run_no = ? AND row_seq > ? ORDER BY row_seq LIMIT ?",
                        row -> row.getLong(1),
                        run.runNo(),
                        afterRow,
                        max)),
                ReadRow::asRead);
    }

    /// Like the above for certain rows, by row number.
    List<PendingRow> recorded(List<Long> rows) throws SQLException {
        return withCalls(rows.stream().sorted().toList(), ReadRow::asRead);
    }

    /// Builds the row from the record as read, its tokens if it was readable, and its calls.
    private interface RowBuilder {
        PendingRow build(ReadRow read, Optional<TokenPositions> tokens, List<PastCall> calls);
    }

    private List<PendingRow> withCalls(List<Long> rows, RowBuilder builder) throws SQLException {
        var found = new ArrayList<PendingRow>();
        for (List<Long> some : RowBatches.few(rows)) {
            Map<Long, ReadRow> read = read(some);
            Map<Long, TokenPositions> tokens = applyVisits(some, read);
            applyEnds(tokens);
            Map<Long, List<PastCall>> calls = new PastCalls(query, run).of(some);
            read.forEach((rowSeq, row) -> found.add(builder.build(
                    row, Optional.ofNullable(tokens.get(rowSeq)), calls.getOrDefault(rowSeq, List.of()))));
        }
        return found;
    }

    List<PendingRow> ended(Set<Outcome> outcomes, List<RunRow> superseded, long afterRow, int max) throws SQLException {
        if (outcomes.isEmpty()) {
            return List.of();
        }
        List<String> codes = outcomes.stream().map(Outcome::word).toList();
        String condition = " AND outcome IN " + RowBatches.placeholders(codes.size());
        String ofRow = "EXISTS (SELECT 1 FROM outcome WHERE run_no = ? AND row_seq = o.row_seq";
        var sql = new StringBuilder(
                "SELECT DISTINCT row_seq FROM outcome o WHERE run_no = ? AND row_seq > ?" + condition + NOT_AT_ORIGIN);
        var parameters = new ArrayList<Object>(List.of(run.runNo(), afterRow));
        parameters.addAll(codes);
        for (RunRow later : superseded) {
            sql.append(" AND (NOT ")
                    .append(ofRow)
                    .append(") OR ")
                    .append(ofRow)
                    .append(condition)
                    .append("))");
            parameters.add(later.runNo());
            parameters.add(later.runNo());
            parameters.addAll(codes);
        }
        parameters.add(max);
        List<Long> rows = query.list(sql + " ORDER BY row_seq LIMIT ?", row -> row.getLong(1), parameters.toArray());
        var found = new ArrayList<PendingRow>();
        for (List<Long> some : RowBatches.few(page(rows))) {
            read(some).values().forEach(row -> found.add(row.asRead(Optional.empty(), List.of())));
        }
        return found;
    }

    /// The rows as read, in order.
    private Map<Long, ReadRow> read(List<Long> rows) throws SQLException {
        var read = new LinkedHashMap<Long, ReadRow>();
        query.list(
                        "SELECT row_seq, time, status, position, source_id, source, payload FROM row_read"
                                + " WHERE run_no = ? AND row_seq IN " + RowBatches.placeholders(rows.size())
                                + " ORDER BY row_seq",
                        ReadRow::from,
                        RowBatches.parameters(run, rows))
                .forEach(row -> read.put(row.rowSeq(), row));
        return read;
    }

    /// The tokens of readable rows, after their visits in the order recorded.
    private Map<Long, TokenPositions> applyVisits(List<Long> rows, Map<Long, ReadRow> read) throws SQLException {
        var tokens = new HashMap<Long, TokenPositions>();
        read.values().forEach(one -> one.row().ifPresent(row -> tokens.put(one.rowSeq(), new TokenPositions(row))));
        RowOrder order = RowOrder.of(query, run, Collections.min(rows), Collections.max(rows));
        query
                .list(
                        "SELECT event_id, row_seq, part, node, attempt, time, status, route, payload, payload_length FROM node_state"
                                + " WHERE run_no = ? AND row_seq IN " + RowBatches.placeholders(rows.size())
                                + " ORDER BY event_id",
                        Visited::from,
                        RowBatches.parameters(run, rows))
                .stream()
                .sorted(Comparator.comparingLong(visit -> order.key(visit.rowSeq(), visit.eventId())))
                .forEach(visit -> Optional.ofNullable(tokens.get(visit.rowSeq()))
                        .ifPresent(followed -> followed.follow(visit.visit())));
        return tokens;
    }

    /// How tokens of rows with joins ended where their visits do not tell: in a group, or cut off by a join.
    private void applyEnds(Map<Long, TokenPositions> tokens) throws SQLException {
        List<Long> joined = tokens.entrySet().stream()
                .filter(row -> row.getValue().hasJoined())
                .map(Map.Entry::getKey)
                .toList();
        if (!joined.isEmpty()) {
            query.list(
                            "SELECT row_seq, part, node, grp FROM outcome WHERE (grp IS NOT NULL OR reason = 'join_closed')"
                                    + " AND run_no = ? AND row_seq IN " + RowBatches.placeholders(joined.size()),
                            row -> new TokenEnd(
                                    row.getLong(1),
                                    row.getInt(2),
                                    row.getInt(3),
                                    Query.number(row, "grp").isPresent()),
                            RowBatches.parameters(run, joined))
                    .forEach(
                            end -> Optional.ofNullable(tokens.get(end.rowSeq())).ifPresent(end::apply));
        }
    }

    private record TokenEnd(long rowSeq, int part, int node, boolean inGroup) {
        void apply(TokenPositions row) {
            if (inGroup) {
                row.enter(part, node);
            } else {
                row.cutOff(part);
            }
        }
    }

    /// A row of node_state.
    private record Visited(long eventId, long rowSeq, TokenPositions.Visit visit) {
        static Visited from(ResultSet row) throws SQLException {
            Optional<byte[]> payload = Query.bytes(row, "payload");
            boolean gone =
                    payload.isEmpty() && Query.number(row, "payload_length").isPresent();
            boolean open = row.getString("status").equals("open");
            return new Visited(
                    row.getLong("event_id"),
                    row.getLong("row_seq"),
                    new TokenPositions.Visit(
                            row.getInt("part"),
                            row.getInt("node"),
                            row.getInt("attempt"),
                            Micros.instant(row.getLong("time")),
                            Query.text(row, "route"),
                            open || gone ? Optional.empty() : Optional.of(VisitValues.read(payload)),
                            gone));
        }
    }
}
