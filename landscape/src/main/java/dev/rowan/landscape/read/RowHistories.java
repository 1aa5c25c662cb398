package dev.rowan.landscape.read;

import dev.rowan.api.Row;
import dev.rowan.api.TokenInfo;
import dev.rowan.landscape.chain.LogKey;
import dev.rowan.landscape.fold.Micros;
import dev.rowan.landscape.fold.RecordedJson;
import dev.rowan.landscape.fold.RunCounts;
import dev.rowan.landscape.fold.TokenValues;
import dev.rowan.landscape.fold.VisitValues;
import dev.rowan.landscape.history.CallHistory;
import dev.rowan.landscape.history.RowHistory;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.record.LogEntry.StateKey;
import dev.rowan.landscape.record.LogEntry.Waits;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Builds the history of a row from its events, in the order recorded.
final class RowHistories {
    private final Query query;

    RowHistories(Query query) {
        this.query = query;
    }

    /// A row's first event.
    private record Beginning(
            long time,
            boolean readable,
            String position,
            Optional<String> sourceId,
            Optional<String> source,
            Optional<byte[]> payload,
            Optional<RowHistory.Deleted> deleted) {}

    Optional<RowHistory> of(RunRow run, RunSummary summary, long rowSeq) throws SQLException {
        Optional<Beginning> beginning = query.first(
                "SELECT time, status, position, source_id, source, payload, payload_length,"
                        + " (SELECT max(p.time) FROM purge p WHERE p.run_no = row_read.run_no"
                        + " AND (p.row_seq IS NULL OR p.row_seq = row_read.row_seq)) AS purged"
                        + " FROM row_read WHERE run_no = ? AND row_seq = ?",
                row -> new Beginning(
                        row.getLong("time"),
                        !row.getString("status").equals("unreadable"),
                        row.getString("position"),
                        Query.text(row, "source_id"),
                        Query.text(row, "source"),
                        Query.bytes(row, "payload"),
                        deleted(row)),
                run.runNo(),
                rowSeq);
        if (beginning.isEmpty()) {
            return Optional.empty();
        }
        Beginning read = beginning.get();
        Optional<Map<String, @Nullable Object>> values = read.payload().map(RecordedJson::object);
        Optional<Row> row = values.filter(_ -> read.readable()).map(Row::of);
        Optional<Map<String, @Nullable Object>> broken = values.filter(_ -> !read.readable());
        NodeNames nodes = NodeNames.of(query, run.log());
        return Optional.of(new RowHistory(
                summary,
                rowSeq,
                read.position(),
                read.sourceId(),
                Micros.instant(read.time()),
                row,
                broken.map(map -> RecordedJson.map(map.get("reason"))),
                broken.map(map -> String.valueOf(map.get("raw"))),
                withoutDeleted(visits(run, rowSeq, row.orElse(Row.empty()), nodes), read.deleted()),
                ends(run, rowSeq, nodes),
                read.deleted(),
                read.source(),
                writers(run, rowSeq)));
    }

    /// The writers beside the owner that recorded the row, in this order.
    private List<Integer> writers(RunRow run, long rowSeq) throws SQLException {
        RowOrder order = RowOrder.of(query, run, rowSeq, rowSeq);
        return query
                .list(
                        "SELECT event_id FROM row_read WHERE run_no = ? AND row_seq = ?"
                                + " UNION ALL SELECT event_id FROM node_state WHERE run_no = ? AND row_seq = ?"
                                + " UNION ALL SELECT event_id FROM call_intent WHERE run_no = ? AND row_seq = ?"
                                + " UNION ALL SELECT event_id FROM outcome WHERE run_no = ? AND row_seq = ?",
                        row -> row.getLong(1),
                        run.runNo(),
                        rowSeq,
                        run.runNo(),
                        rowSeq,
                        run.runNo(),
                        rowSeq,
                        run.runNo(),
                        rowSeq)
                .stream()
                .sorted(Comparator.comparingLong(id -> order.key(rowSeq, id)))
                .map(LogKey::writer)
                .distinct()
                .filter(writer -> writer != LogKey.OWNER)
                .toList();
    }

    private static Optional<RowHistory.Deleted> deleted(ResultSet row) throws SQLException {
        boolean gone = Query.bytes(row, "payload").isEmpty()
                && Query.number(row, "payload_length").isPresent();
        return gone
                ? Optional.of(new RowHistory.Deleted(Query.number(row, "purged").map(Micros::instant)))
                : Optional.empty();
    }

    /// Visits with deleted values must not look unchanged.
    private static List<RowHistory.Visit> withoutDeleted(
            List<RowHistory.Visit> visits, Optional<RowHistory.Deleted> deleted) {
        return deleted.isEmpty()
                ? visits
                : visits.stream().map(RowHistory.Visit::withoutValues).toList();
    }

    private List<RowHistory.Visit> visits(RunRow run, long rowSeq, Row asRead, NodeNames nodes) throws SQLException {
        var tokens = new TokenValues(asRead);
        var visits = new LinkedHashMap<StateKey, RowHistory.Visit>();
        var ended = new LinkedHashMap<StateKey, Optional<Long>>();
        RowOrder order = RowOrder.of(query, run, rowSeq, rowSeq);
        List<State> states = query
                .list(
                        State.SELECT + " WHERE run_no = ? AND row_seq = ? ORDER BY event_id",
                        State::from,
                        run.runNo(),
                        rowSeq)
                .stream()
                .sorted(Comparator.comparingLong(state -> order.key(rowSeq, state.eventId())))
                .toList();
        for (State state : states) {
            visits.put(state.key(), visit(run, state, tokens, nodes));
            ended.put(state.key(), state.isOpen() ? Optional.empty() : Optional.of(state.eventId()));
        }
        new VisitCalls(run.runId(), ended, id -> order.key(rowSeq, id))
                .of(new CallRecords(query).ofRow(run, rowSeq, order))
                .forEach((key, calls) -> visits.put(
                        key,
                        Optional.ofNullable(visits.get(key))
                                .orElseGet(() -> visit(run, State.begunBy(key, calls), tokens, nodes))
                                .with(calls)));
        return new ArrayList<>(visits.values());
    }

    private static RowHistory.Visit visit(RunRow run, State state, TokenValues tokens, NodeNames nodes) {
        StateKey key = state.key();
        Row input = tokens.of(key.part()).orElse(Row.empty());
        boolean open = state.isOpen();
        VisitValues values = open ? new VisitValues.Unchanged() : VisitValues.read(state.payload());
        NodeNames.Node node = nodes.at(key.node());
        return new RowHistory.Visit(
                new TokenInfo(run.runId(), key.rowSeq(), key.part()).stateId(key.node(), key.attempt()),
                key.part(),
                key.node(),
                node.name(),
                node.plugin(),
                key.attempt(),
                state.status(),
                Micros.instant(state.opened()),
                open ? Optional.empty() : Optional.of(Micros.instant(state.time())),
                state.waits(),
                input,
                open ? List.of() : tokens.follow(key.part(), values),
                values instanceof VisitValues.Failed failed ? Optional.of(failed.reason()) : Optional.empty(),
                state.route(),
                branching(values),
                List.of());
    }

    private static RowHistory.Branching branching(VisitValues values) {
        List<Integer> parts = List.copyOf(values.children(Row.empty()).keySet());
        var children = new ArrayList<RowHistory.Child>();
        for (int i = 0; i < parts.size(); i++) {
            String number = String.valueOf(values.parentWaits() ? i + 1 : i + 2); // the parent is the first
            children.add(new RowHistory.Child(
                    parts.get(i),
                    values instanceof VisitValues.Forked forked
                            ? forked.branches().get(i)
                            : number));
        }
        return values instanceof VisitValues.Joined joined
                ? new RowHistory.Branching(children, values.parentWaits(), joined.used(), joined.lost())
                : new RowHistory.Branching(children, values.parentWaits(), List.of(), List.of());
    }

    /// A row of node_state.
    private record State(
            long eventId,
            StateKey key,
            String status,
            long time,
            long opened,
            Optional<Waits> waits,
            Optional<String> route,
            Optional<byte[]> payload) {
        static final String SELECT =
                "SELECT event_id, time, row_seq, part, node, attempt, status, opened, submit_index,"
                        + " complete_index, queue_us, pacer_us, permit_us, wire_us, route, payload FROM node_state";

        /// A visit with only its calls recorded.
        static State begunBy(StateKey key, List<CallHistory> calls) {
            CallHistory first = calls.getFirst();
            long opened = Micros.of(first.parked()
                    .or(() -> first.reused().map(CallHistory.Reused::at))
                    .orElseGet(() -> first.attempts().getFirst().intended()));
            return new State(0, key, "open", opened, opened, Optional.empty(), Optional.empty(), Optional.empty());
        }

        boolean isOpen() {
            return status.equals("open");
        }

        static State from(ResultSet row) throws SQLException {
            var key =
                    new StateKey(row.getLong("row_seq"), row.getInt("part"), row.getInt("node"), row.getInt("attempt"));
            var waits = new Waits(
                    row.getLong("submit_index"),
                    row.getLong("complete_index"),
                    row.getLong("queue_us"),
                    row.getLong("pacer_us"),
                    row.getLong("permit_us"),
                    row.getLong("wire_us"));
            String status = row.getString("status");
            return new State(
                    row.getLong("event_id"),
                    key,
                    status,
                    row.getLong("time"),
                    row.getLong("opened"),
                    status.equals("open") ? Optional.empty() : Optional.of(waits),
                    Query.text(row, "route"),
                    Query.bytes(row, "payload"));
        }
    }

    private List<RowHistory.End> ends(RunRow run, long rowSeq, NodeNames nodes) throws SQLException {
        return query.list(
                "SELECT time, part, outcome, node, reason, sink, reorder_us, sink_us, total_us FROM outcome"
                        + " WHERE run_no = ? AND row_seq = ? ORDER BY part",
                row -> new RowHistory.End(
                        row.getInt("part"),
                        RunCounts.outcome(row.getString("outcome")),
                        Optional.ofNullable(row.getObject("node"))
                                .map(index ->
                                        nodes.at(((Number) index).intValue()).name()),
                        Query.text(row, "reason"),
                        Query.text(row, "sink"),
                        Micros.instant(row.getLong("time")),
                        micros(row, "reorder_us"),
                        micros(row, "sink_us"),
                        micros(row, "total_us")),
                run.runNo(),
                rowSeq);
    }

    private static Duration micros(ResultSet row, String column) throws SQLException {
        return Duration.of(row.getLong(column), ChronoUnit.MICROS);
    }
}
