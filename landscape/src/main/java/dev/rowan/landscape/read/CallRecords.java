package dev.rowan.landscape.read;

import dev.rowan.api.call.Billing;
import dev.rowan.api.call.CacheWrites;
import dev.rowan.api.call.HttpMessage;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Usage;
import dev.rowan.api.call.Usd;
import dev.rowan.api.call.WireReply;
import dev.rowan.landscape.CallQueries.EndedCalls;
import dev.rowan.landscape.chain.LogKey;
import dev.rowan.landscape.fold.CallCounts;
import dev.rowan.landscape.fold.Micros;
import dev.rowan.landscape.history.CallHistory;
import dev.rowan.landscape.record.CallCost;
import dev.rowan.landscape.record.LogEntry.BatchItemRef;
import dev.rowan.landscape.record.LogEntry.CallKey;
import dev.rowan.landscape.record.LogEntry.CallState;
import dev.rowan.landscape.record.LogEntry.CallTimes;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Reads the calls of a run: intents with their ends.
final class CallRecords {
    static final String SAME_ATTEMPT = " e.run_no = i.run_no AND e.row_seq = i.row_seq"
            + " AND e.part = i.part AND e.node = i.node AND e.generation = i.generation AND e.call_no = i.call_no"
            + " AND e.attempt = i.attempt";
    static final String ENDS_OF_INTENTS = " ON" + SAME_ATTEMPT;

    private final Query query;

    CallRecords(Query query) {
        this.query = query;
    }

    /// A parked or reused call, or one attempt, with its event number.
    record Recorded(
            long eventId,
            CallKey key,
            Optional<Payload> request,
            Optional<CallHistory.Attempt> attempt,
            Optional<Instant> parked,
            Optional<CallHistory.Reused> reused) {}

    /// The parkings and attempts of a row's calls, in the order recorded.
    List<Recorded> ofRow(RunRow run, long rowSeq, RowOrder order) throws SQLException {
        return Stream.of(parked(run, rowSeq), attempts(run, rowSeq), reused(run, rowSeq))
                .flatMap(List::stream)
                .sorted(Comparator.comparingLong(call -> order.key(rowSeq, call.eventId())))
                .toList();
    }

    private List<Recorded> reused(RunRow run, long rowSeq) throws SQLException {
        return new ReusedCalls(query)
                .of(run, List.of(rowSeq)).stream()
                        .map(call -> new Recorded(
                                call.eventId(),
                                call.key(),
                                call.request(),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.of(new CallHistory.Reused(
                                        call.at(),
                                        call.cited(),
                                        call.cited().key().hash(call.cited().runId()),
                                        call.answer(),
                                        call.reply(),
                                        call.model()))))
                        .toList();
    }

    private List<Recorded> parked(RunRow run, long rowSeq) throws SQLException {
        return query.list(
                "SELECT event_id, time, row_seq, part, node, generation, call_no, request_sha256, payload"
                        + " FROM call_parked WHERE run_no = ? AND row_seq = ?",
                row -> new Recorded(
                        row.getLong("event_id"),
                        key(row),
                        Query.bytes(row, "payload").map(Payload::of),
                        Optional.empty(),
                        Optional.of(Micros.instant(row.getLong("time"))),
                        Optional.empty()),
                run.runNo(),
                rowSeq);
    }

    private List<Recorded> attempts(RunRow run, long rowSeq) throws SQLException {
        return query.list(
                "SELECT i.event_id, i.time, i.row_seq, i.part, i.node, i.generation, i.call_no, i.attempt,"
                        + " i.request_sha256, i.wire_sha256, i.worst_pico_usd, i.payload AS request, i.job, i.item, e.time AS ended,"
                        + " e.state, e.standing, e.http_status, e.input_tokens, e.cached_tokens, e.cache_write_tokens,"
                        + " e.output_tokens, e.reasoning_tokens, e.cost_pico_usd, e.cost_known, e.pacer_us, e.permit_us,"
                        + " e.wire_us, e.first_byte_us, e.request_id, e.write_30m_tokens,"
                        + " e.write_1h_tokens, e.tier_asked, e.tier_served, e.model, e.price, e.cost_basis,"
                        + " e.payload AS reply FROM call_intent i LEFT JOIN"
                        + " call_end e" + ENDS_OF_INTENTS
                        + " WHERE i.run_no = ? AND i.row_seq = ?",
                CallRecords::recorded,
                run.runNo(),
                rowSeq);
    }

    private static Recorded recorded(ResultSet row) throws SQLException {
        var attempt = new CallHistory.Attempt(
                row.getInt("attempt"),
                Micros.instant(row.getLong("time")),
                new Usd(row.getLong("worst_pico_usd")),
                row.getString("state") == null ? Optional.empty() : Optional.of(end(row)),
                place(row),
                Query.text(row, "wire_sha256").orElse(row.getString("request_sha256")));
        return new Recorded(
                row.getLong("event_id"),
                key(row),
                Query.bytes(row, "request").map(Payload::of),
                Optional.of(attempt),
                Optional.empty(),
                Optional.empty());
    }

    /// The call key of a row in one of the call tables.
    static CallKey key(ResultSet row) throws SQLException {
        return new CallKey(
                row.getLong("row_seq"),
                row.getInt("part"),
                row.getInt("node"),
                row.getInt("generation"),
                row.getInt("call_no"),
                row.getString("request_sha256"));
    }

    /// The cost of an ended attempt.
    static CallCost cost(ResultSet row) throws SQLException {
        return CallCost.of(new Usd(row.getLong("cost_pico_usd")), row.getInt("cost_known") != 0);
    }

    private static Optional<BatchItemRef> place(ResultSet row) throws SQLException {
        int item = row.getInt("item");
        return Query.number(row, "job").map(job -> new BatchItemRef(job, item));
    }

    private static CallHistory.End end(ResultSet row) throws SQLException {
        Optional<Long> status = Query.number(row, "http_status");
        long halfHour = row.getLong("write_30m_tokens");
        long hour = row.getLong("write_1h_tokens");
        return new CallHistory.End(
                Micros.instant(row.getLong("ended")),
                CallState.of(row.getString("state")),
                row.getString("standing"),
                status.isPresent() ? OptionalInt.of(Math.toIntExact(status.get())) : OptionalInt.empty(),
                new Usage(
                        Query.number(row, "input_tokens"),
                        Query.number(row, "cached_tokens"),
                        Query.number(row, "cache_write_tokens").map(total -> writes(total, halfHour, hour)),
                        Query.number(row, "output_tokens"),
                        Query.number(row, "reasoning_tokens"),
                        Optional.empty()),
                new Usd(row.getLong("cost_pico_usd")),
                row.getInt("cost_known") != 0,
                new CallTimes(
                        row.getLong("pacer_us"),
                        row.getLong("permit_us"),
                        row.getLong("wire_us"),
                        row.getLong("first_byte_us")),
                Query.text(row, "request_id"),
                Query.bytes(row, "reply").map(Payload::of),
                billing(row));
    }

    /// Writes whose life is not recorded are those of the shortest.
    private static CacheWrites writes(long total, long halfHour, long hour) {
        return new CacheWrites(Math.max(0, total - halfHour - hour), halfHour, hour);
    }

    private static Billing billing(ResultSet row) throws SQLException {
        return new Billing(
                Query.text(row, "tier_asked"),
                Query.text(row, "tier_served"),
                Query.text(row, "model"),
                Query.text(row, "price"),
                Query.text(row, "cost_basis").map(Billing.Basis::of));
    }

    /// The answer, if the request was the same.
    Optional<WireReply.Complete> answer(RunRow run, CallKey key) throws SQLException {
        return query.first(
                        "SELECT e.payload FROM call_end e JOIN call_intent i" + ENDS_OF_INTENTS
                                + " WHERE e.run_no = ? AND e.row_seq = ? AND e.part = ? AND e.node = ?"
                                + " AND e.generation = ? AND e.call_no = ? AND e.state = 'answered'"
                                + " AND i.request_sha256 = ?",
                        row -> Query.bytes(row, "payload"),
                        run.runNo(),
                        key.rowSeq(),
                        key.part(),
                        key.node(),
                        key.generation(),
                        key.number(),
                        key.requestSha256())
                .flatMap(bytes -> bytes)
                .map(bytes -> HttpMessage.read(bytes).asReply());
    }

    /// Sums of the attempts that ended after an event of a chain, by node.
    Map<Integer, EndedCalls> after(LogKey log, long event) throws SQLException {
        var nodes = new TreeMap<Integer, EndedCalls>();
        query.list(
                        "SELECT node, sum(CASE WHEN state = 'not_sent' THEN 0 ELSE 1 END) AS attempts,"
                                + " sum(CASE WHEN state = 'answered' THEN 1 ELSE 0 END) AS answered,"
                                + " sum(CASE WHEN state = 'rejected' AND standing = 'capacity' THEN 1 ELSE 0 END)"
                                + " AS refused, COALESCE(sum(input_tokens), 0) AS input_tokens,"
                                + " COALESCE(sum(output_tokens), 0) AS output_tokens, sum(cost_pico_usd) AS cost,"
                                + " sum(CASE WHEN cost_known = 0 THEN cost_pico_usd ELSE 0 END) AS worst,"
                                + " sum(CASE WHEN cost_known = 0 THEN 1 ELSE 0 END) AS unknown,"
                                + " sum(CASE WHEN cost_known = 0 AND cost_pico_usd = 0 THEN 1 ELSE 0 END) AS unpriced"
                                + " FROM call_end WHERE event_id > ? AND event_id <= ? GROUP BY node",
                        row -> Map.entry(row.getInt("node"), ended(row)),
                        event,
                        log.lastId())
                .forEach(node -> nodes.put(node.getKey(), node.getValue()));
        return nodes;
    }

    private static EndedCalls ended(ResultSet row) throws SQLException {
        long unpriced = row.getLong("unpriced");
        return new EndedCalls(
                row.getLong("attempts"),
                row.getLong("answered"),
                row.getLong("refused"),
                row.getLong("input_tokens"),
                row.getLong("output_tokens"),
                new CallCost(
                        new Usd(row.getLong("cost")),
                        new Usd(row.getLong("worst")),
                        row.getLong("unknown") - unpriced,
                        unpriced));
    }

    /// Adds the reserved cost of attempts that ended after a head to its counts.
    void openAt(LogKey log, long head, CallCounts tally) throws SQLException {
        query.list(
                        "SELECT i.row_seq, i.part, i.node, i.generation, i.call_no, i.attempt, i.worst_pico_usd,"
                                + " e.job FROM call_end e JOIN call_intent i" + ENDS_OF_INTENTS
                                + " WHERE e.event_id > ? AND e.event_id <= ?",
                        CallRecords::reserved,
                        head,
                        log.lastId())
                .forEach(open -> tally.wasOpen(open.attempt(), open.worstPico(), open.inJob()));
    }

    private record Reserved(CallCounts.Attempt attempt, long worstPico, boolean inJob) {}

    private static Reserved reserved(ResultSet row) throws SQLException {
        return new Reserved(
                new CallCounts.Attempt(
                        row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4), row.getLong(5), row.getLong(6)),
                row.getLong(7),
                row.getObject(8) != null);
    }
}
