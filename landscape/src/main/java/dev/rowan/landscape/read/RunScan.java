package dev.rowan.landscape.read;

import dev.rowan.landscape.RowScan;
import dev.rowan.landscape.SearchTerm;
import dev.rowan.landscape.chain.LogKey;
import dev.rowan.landscape.store.Database;
import dev.rowan.landscape.store.ReconnectPolicy;
import dev.rowan.landscape.store.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Scans by event number, the physical order of the tables, one chain after the other. Owned by one thread; `current`
/// is the statement that
/// another thread may cancel.
public final class RunScan implements RowScan {
    private static final int FETCH = 5_000;
    private static final List<String> TABLES = List.of("row_read", "outcome", "call_end", "call_parked", "run_event");
    private static final String BETWEEN = " || '" + Ending.BETWEEN + "' || ";
    private static final String OUTCOMES = "SELECT row_seq, part, total_us, outcome" + BETWEEN
            + "COALESCE(CAST(node AS TEXT), '')" + BETWEEN + "COALESCE(reason, '')" + BETWEEN
            + "COALESCE(sink, '') FROM outcome";
    private static final String CALLS = "SELECT row_seq, part, cost_pico_usd, CASE WHEN job IS NOT NULL"
            + " AND state = 'answered' THEN 1 ELSE 0 END, cost_known FROM call_end";
    private static final String PARKED = "SELECT row_seq, part FROM call_parked";
    private static final String OF_EVENTS = " WHERE event_id BETWEEN ? AND ? ORDER BY event_id";
    private static final String OF_ROWS = " WHERE run_no = ? AND row_seq BETWEEN ? AND ? ORDER BY event_id";
    private static final String READ =
            "SELECT row_seq, event_id FROM row_read WHERE run_no = ? AND row_seq > ? AND row_seq < " + FIRST_DERIVED
                    + " ORDER BY row_seq";
    private static final String READ_EVENTS = "SELECT row_seq FROM row_read" + OF_EVENTS;
    private static final String DERIVED = "SELECT row_seq FROM row_read WHERE run_no = ? AND row_seq >= "
            + FIRST_DERIVED + " AND event_id BETWEEN ? AND ? ORDER BY row_seq";

    private static final String VISITS = "SELECT row_seq, part FROM node_state s WHERE run_no = ? AND node = ?";
    private static final String COMPLETED = " AND status = 'completed'";
    private static final String FAILED = " AND status = 'failed' AND NOT EXISTS (SELECT 1 FROM node_state c"
            + " WHERE c.run_no = s.run_no AND c.row_seq = s.row_seq AND c.part = s.part AND c.node = s.node"
            + " AND c.status = 'completed')";
    private static final String READ_ROWS = "SELECT row_seq, 0 FROM row_read WHERE run_no = ? AND status = ?";

    private final Database database;
    private final Query query;
    private final Session session;
    private final Runs runs;
    private volatile @Nullable PreparedStatement current;
    private volatile boolean cancelled;

    public RunScan(Database database, Session session) {
        this.database = database;
        this.session = session;
        this.query = new Query(database, session, ReconnectPolicy.NEVER);
        this.runs = new Runs(query);
    }

    @Override
    public Reached scan(String runId, Position from, int span, Fold fold) {
        return query.inSnapshot(() -> {
            RunRow run = runs.byId(runId);
            List<LogKey> others = RunChains.others(query, run);
            return others.isEmpty() ? scan(run.log(), from, span, fold) : scan(run.log(), others, from, span, fold);
        });
    }

    private Reached scan(LogKey log, Position from, int span, Fold fold) throws SQLException {
        long last = last(log);
        long to = Math.min(last, from.event() + span);
        if (to <= from.event()) {
            return new Reached(from, last + 1);
        }
        long row = rows(log, from.row(), log.eventId(to), fold);
        long first = log.eventId(from.event() + 1);
        each(DERIVED, found -> fold.read(found.getLong(1)), log.runNo(), first, log.eventId(to));
        foldCallsAndOutcomes(fold, OF_EVENTS, first, log.eventId(to));
        return new Reached(new Position(to, row, Map.of()), last + 1);
    }

    /// One chain after the other.
    private Reached scan(LogKey owner, List<LogKey> others, Position from, int span, Fold fold) throws SQLException {
        long left = span;
        long events = 0;
        long ownerAt = from.event();
        var reached = new TreeMap<Integer, Long>();
        for (LogKey log : Stream.concat(Stream.of(owner), others.stream()).toList()) {
            boolean owns = log.writer() == LogKey.OWNER;
            long at = owns ? from.event() : from.others().getOrDefault(log.writer(), -1L);
            long last = last(log);
            long to = Math.min(last, at + left);
            if (to > at) {
                long first = log.eventId(at + 1);
                each(READ_EVENTS, found -> fold.read(found.getLong(1)), first, log.eventId(to));
                foldCallsAndOutcomes(fold, OF_EVENTS, first, log.eventId(to));
                left -= to - at;
            }
            events += last + 1;
            if (owns) {
                ownerAt = Math.max(at, to);
            } else {
                reached.put(log.writer(), Math.max(at, to));
            }
        }
        return new Reached(new Position(ownerAt, from.row(), reached), events);
    }

    @Override
    public void rows(String runId, long row, int max, Fold fold) {
        query.inSnapshot(() -> {
            int run = runs.byId(runId).runNo();
            List<Long> rows = query.list(
                    "SELECT row_seq FROM row_read WHERE run_no = ? AND row_seq > ? ORDER BY row_seq LIMIT ?",
                    found -> found.getLong(1),
                    run,
                    row,
                    max);
            rows.forEach(fold::read);
            if (!rows.isEmpty()) {
                foldCallsAndOutcomes(fold, OF_ROWS, run, rows.getFirst(), rows.getLast());
            }
            return rows;
        });
    }

    /// The calls and outcomes in the given range.
    private void foldCallsAndOutcomes(Fold fold, String condition, Object... parameters) throws SQLException {
        each(PARKED + condition, found -> fold.parked(found.getLong(1), found.getInt(2)), parameters);
        each(
                CALLS + condition,
                found -> fold.called(
                        found.getLong(1),
                        found.getInt(2),
                        found.getLong(3),
                        found.getInt(5) != 0,
                        found.getInt(4) != 0),
                parameters);
        each(
                OUTCOMES + condition,
                found -> fold.ended(found.getLong(1), found.getInt(2), found.getString(4), found.getLong(3)),
                parameters);
    }

    @Override
    public void tokens(String runId, Passage passage, TokenConsumer each) {
        query.inSnapshot(() -> {
            long run = runs.byId(runId).runNo();
            Each accept = found -> each.accept(found.getLong(1), found.getInt(2));
            switch (passage) {
                case Passage.Visited(int node) -> each(VISITS, accept, run, node);
                case Passage.Passed(int node, var route)
                when route.isPresent() -> each(VISITS + COMPLETED + " AND route = ?", accept, run, node, route.get());
                case Passage.Passed(int node, var _) -> each(VISITS + COMPLETED, accept, run, node);
                case Passage.Forked(int fork, int offset) ->
                    each(
                            VISITS + COMPLETED,
                            found -> each.accept(found.getLong(1), found.getInt(2) + offset),
                            run,
                            fork);
                case Passage.Failed(int node) -> each(VISITS + FAILED, accept, run, node);
                case Passage.Read(var source, boolean readable)
                when source.isPresent() ->
                    each(READ_ROWS + " AND source = ?", accept, run, status(readable), source.get());
                case Passage.Read(var _, boolean readable) -> each(READ_ROWS, accept, run, status(readable));
            }
            return true;
        });
    }

    private static String status(boolean readable) {
        return readable ? "read" : "unreadable";
    }

    /// Uses the index of rows, a fraction of the table: rows are read in event order.
    private long rows(LogKey log, long after, long to, Fold fold) throws SQLException {
        long row = after;
        try (PreparedStatement select = prepare(READ, log.runNo(), after);
                ResultSet found = select.executeQuery()) {
            while (found.next() && found.getLong(2) <= to) {
                row = found.getLong(1);
                fold.read(row);
            }
        }
        return row;
    }

    private interface Each {
        void accept(ResultSet found) throws SQLException;
    }

    private void each(String sql, Each each, Object... parameters) throws SQLException {
        try (PreparedStatement select = prepare(sql, parameters);
                ResultSet found = select.executeQuery()) {
            while (found.next()) {
                each.accept(found);
            }
        } finally {
            current = null;
        }
    }

    private PreparedStatement prepare(String sql, Object... parameters) throws SQLException {
        PreparedStatement select = session.connection().prepareStatement(sql);
        try {
            select.setFetchSize(FETCH);
            for (int i = 0; i < parameters.length; i++) {
                select.setObject(i + 1, parameters[i]);
            }
        } catch (SQLException error) {
            select.close();
            throw error;
        }
        current = select;
        if (cancelled) {
            select.close();
            throw new SQLException("the question was cancelled");
        }
        return select;
    }

    @Override
    public List<EventRange> events(String runId) {
        return query.inSnapshot(() -> {
            RunRow run = runs.byId(runId);
            var ranges = new ArrayList<EventRange>(List.of(new EventRange(LogKey.OWNER, 0, last(run.log()))));
            for (LogKey log : RunChains.others(query, run)) {
                ranges.add(new EventRange(log.writer(), 0, last(log)));
            }
            return ranges;
        });
    }

    private long last(LogKey log) throws SQLException {
        long last = -1;
        for (String table : TABLES) {
            long lastId = query.list(
                            "SELECT COALESCE(max(event_id), -1) FROM " + table + " WHERE event_id BETWEEN ? AND ?",
                            row -> row.getLong(1),
                            log.firstId(),
                            log.lastId())
                    .getFirst();
            last = Math.max(last, lastId < 0 ? -1 : LogKey.seq(lastId));
        }
        return last;
    }

    @Override
    public List<RowHead> heads(String runId, List<Long> rows) {
        return query.inSnapshot(() -> RowPreviews.list(query, runs.byId(runId), rows));
    }

    @Override
    public void search(String runId, SearchTerm text, EventRange events, Consumer<Candidate> found) {
        query.inSnapshot(() -> {
            LogKey log = runs.byId(runId).log().of(events.writer());
            long first = log.eventId(events.first());
            long last = log.eventId(events.last());
            String matches =
                    " WHERE event_id BETWEEN ? AND ? AND " + database.dialect().likeText("payload");
            each(
                    SearchCandidates.READ + matches,
                    row -> found.accept(SearchCandidates.read(row)),
                    first,
                    last,
                    text.pattern());
            each(
                    SearchCandidates.VISITS + matches,
                    row -> found.accept(SearchCandidates.visit(row)),
                    first,
                    last,
                    text.pattern());
            return events;
        });
    }

    @Override
    public void search(String runId, SearchTerm text, List<Long> rows, Consumer<Candidate> found) {
        query.inSnapshot(() -> {
            RunRow run = runs.byId(runId);
            for (List<Long> some : RowBatches.few(rows)) {
                String matches = " WHERE run_no = ? AND row_seq IN " + RowBatches.placeholders(some.size()) + " AND "
                        + database.dialect().likeText("payload");
                var parameters = new ArrayList<Object>(List.of(RowBatches.parameters(run, some)));
                parameters.add(text.pattern());
                each(
                        SearchCandidates.READ + matches,
                        row -> found.accept(SearchCandidates.read(row)),
                        parameters.toArray());
                each(
                        SearchCandidates.VISITS + matches,
                        row -> found.accept(SearchCandidates.visit(row)),
                        parameters.toArray());
            }
            return rows;
        });
    }

    @Override
    public void cancel() {
        cancelled = true;
        Optional.ofNullable(current).ifPresent(RunScan::cancel);
    }

    private static void cancel(PreparedStatement statement) {
        try {
            statement.cancel();
        } catch (SQLException _) {
            // it has ended by itself
        }
    }

    @Override
    public void close() {
        query.close();
    }
}
