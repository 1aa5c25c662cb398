package dev.rowan.landscape.read;

import dev.rowan.api.Row;
import dev.rowan.landscape.RowQueries.Stored;
import dev.rowan.landscape.RowQueries.TokenKey;
import dev.rowan.landscape.fold.Micros;
import dev.rowan.landscape.fold.RecordedJson;
import dev.rowan.landscape.fold.TokenValues;
import dev.rowan.landscape.fold.VisitValues;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The latest recorded values of tokens, for a range of rows at once.
final class LatestValues {
    private final Query query;

    LatestValues(Query query) {
        this.query = query;
    }

    Map<TokenKey, Stored> of(RunRow run, long from, long to) throws SQLException {
        var rows = new TreeMap<Long, Followed>();
        query.list(
                        "SELECT event_id, row_seq, 0 AS part, time, payload FROM row_read"
                                + " WHERE run_no = ? AND row_seq BETWEEN ? AND ?"
                                + " AND status <> 'unreadable' AND payload IS NOT NULL",
                        Recorded::from,
                        run.runNo(),
                        from,
                        to)
                .forEach(read -> rows.put(read.rowSeq(), new Followed(read)));
        RowOrder order = RowOrder.of(query, run, from, to);
        query
                .list(
                        "SELECT event_id, row_seq, part, time, payload FROM node_state"
                                + " WHERE run_no = ? AND row_seq BETWEEN ? AND ?"
                                + " AND status = 'completed' ORDER BY event_id",
                        Recorded::from,
                        run.runNo(),
                        from,
                        to)
                .stream()
                .sorted(Comparator.comparingLong(visit -> order.key(visit.rowSeq(), visit.eventId())))
                .forEach(visit -> Optional.ofNullable(rows.get(visit.rowSeq())).ifPresent(row -> row.follow(visit)));
        var values = new LinkedHashMap<TokenKey, Stored>();
        rows.forEach((rowSeq, row) ->
                row.stored().forEach((part, stored) -> values.put(new TokenKey(rowSeq, part), stored)));
        return values;
    }

    /// One row's tokens while its visits are applied; owned by one query.
    private static final class Followed {
        private final TokenValues tokens;
        private final Instant readAt;
        private final Map<Integer, Instant> settledAt = new HashMap<>();

        Followed(Recorded read) {
            this.tokens =
                    new TokenValues(Row.of(RecordedJson.object(read.payload().orElseThrow())));
            this.readAt = read.at();
        }

        void follow(Recorded visit) {
            tokens.follow(visit.part(), VisitValues.read(visit.payload()));
            settledAt.put(visit.part(), visit.at());
            tokens.byPart().keySet().forEach(part -> settledAt.putIfAbsent(part, visit.at()));
        }

        Map<Integer, Stored> stored() {
            var stored = new TreeMap<Integer, Stored>();
            tokens.byPart()
                    .forEach((part, row) ->
                            stored.put(part, new Stored(row, readAt, settledAt.getOrDefault(part, readAt))));
            return stored;
        }
    }

    /// Values with their token and the time they were recorded.
    private record Recorded(long eventId, long rowSeq, int part, Instant at, Optional<byte[]> payload) {
        static Recorded from(ResultSet row) throws SQLException {
            return new Recorded(
                    row.getLong("event_id"),
                    row.getLong("row_seq"),
                    row.getInt("part"),
                    Micros.instant(row.getLong("time")),
                    Optional.ofNullable(row.getBytes("payload")));
        }
    }
}
