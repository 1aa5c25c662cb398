package dev.rowan.landscape.read;

import dev.rowan.api.Row;
import dev.rowan.landscape.LandscapeReader.TokenKey;
import dev.rowan.landscape.fold.RecordedJson;
import dev.rowan.landscape.fold.TokenValues;
import dev.rowan.landscape.fold.VisitValues;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/// The values that tokens carry by what is recorded so far, for a range of rows at once.
final class LatestValues {
    private final Query query;

    LatestValues(Query query) {
        this.query = query;
    }

    Map<TokenKey, Row> of(RunRow run, long from, long to) throws SQLException {
        var rows = new TreeMap<Long, TokenValues>();
        query.list(
                        "SELECT row_seq, part, payload FROM (SELECT row_seq, 0 AS part, payload FROM row_read"
                                + " WHERE run_no = ? AND row_seq BETWEEN ? AND ?"
                                + " AND status = 'read' AND payload IS NOT NULL) AS rows_read",
                        Recorded::from,
                        run.runNo(),
                        from,
                        to)
                .forEach(read -> rows.put(read.rowSeq(), new TokenValues(Row.of(RecordedJson.object(read.payload())))));
        query.list(
                        "SELECT row_seq, part, payload FROM node_state WHERE run_no = ? AND row_seq BETWEEN ? AND ?"
                                + " AND status = 'completed' AND payload IS NOT NULL ORDER BY event_id",
                        Recorded::from,
                        run.runNo(),
                        from,
                        to)
                .forEach(visit -> follow(rows, visit));
        var values = new LinkedHashMap<TokenKey, Row>();
        rows.forEach((rowSeq, tokens) ->
                tokens.byPart().forEach((part, row) -> values.put(new TokenKey(rowSeq, part), row)));
        return values;
    }

    private static void follow(Map<Long, TokenValues> rows, Recorded visit) {
        TokenValues tokens = rows.get(visit.rowSeq());
        if (tokens != null) {
            tokens.follow(visit.part(), VisitValues.read(java.util.Optional.of(visit.payload())));
        }
    }

    /// Values with the token they belong to.
    @SuppressWarnings("ArrayRecordComponent") // handed over, never changed
    private record Recorded(long rowSeq, int part, byte[] payload) {
        static Recorded from(ResultSet row) throws SQLException {
            return new Recorded(row.getLong("row_seq"), row.getInt("part"), row.getBytes("payload"));
        }
    }
}
