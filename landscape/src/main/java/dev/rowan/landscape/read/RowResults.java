package dev.rowan.landscape.read;

import dev.rowan.landscape.RowQueries.LastRead;
import dev.rowan.landscape.RowQueries.RowResult;
import dev.rowan.landscape.RowQueries.Stored;
import dev.rowan.landscape.RowQueries.TokenKey;
import dev.rowan.landscape.RowQueries.TokenResult;
import dev.rowan.landscape.record.RowOrigin;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Pages of row results, in row order: outcome and last values of each token.
final class RowResults {
    private final Query query;
    private final RunRow run;

    RowResults(Query query, RunRow run) {
        this.query = query;
        this.run = run;
    }

    private record Read(long rowSeq, Optional<String> sourceId, boolean gone) {}

    private record End(
            long rowSeq, int part, String outcome, Optional<String> reason, Optional<String> sink, long micros) {}

    List<RowResult> after(long afterRow, int max) throws SQLException {
        List<Read> reads = query.list(
                "SELECT row_seq, source_id, status <> 'unreadable' AND payload IS NULL AND payload_length IS NOT NULL AS gone"
                        + " FROM row_read WHERE run_no = ? AND row_seq > ? ORDER BY row_seq LIMIT ?",
                row -> new Read(row.getLong("row_seq"), Query.text(row, "source_id"), row.getBoolean("gone")),
                run.runNo(),
                afterRow,
                max);
        if (reads.isEmpty()) {
            return List.of();
        }
        long from = reads.getFirst().rowSeq();
        long to = reads.getLast().rowSeq();
        Map<Long, Map<Integer, TokenResult>> tokens = tokens(from, to);
        return reads.stream()
                .map(read -> new RowResult(
                        read.rowSeq(),
                        read.sourceId(),
                        read.gone(),
                        List.copyOf(tokens.getOrDefault(read.rowSeq(), Map.of()).values())))
                .toList();
    }

    private Map<Long, Map<Integer, TokenResult>> tokens(long from, long to) throws SQLException {
        var ends = new HashMap<TokenKey, End>();
        query.list(
                        "SELECT row_seq, part, outcome, reason, sink, total_us FROM outcome"
                                + " WHERE run_no = ? AND row_seq BETWEEN ? AND ?",
                        row -> new End(
                                row.getLong("row_seq"),
                                row.getInt("part"),
                                row.getString("outcome"),
                                Query.text(row, "reason"),
                                Query.text(row, "sink"),
                                row.getLong("total_us")),
                        run.runNo(),
                        from,
                        to)
                .forEach(end -> ends.put(new TokenKey(end.rowSeq(), end.part()), end));
        Map<TokenKey, Stored> values = new LatestValues(query).of(run, from, to);
        var keys = new ArrayList<>(values.keySet());
        ends.keySet().stream().filter(key -> !values.containsKey(key)).forEach(keys::add);
        var tokens = new HashMap<Long, Map<Integer, TokenResult>>();
        for (TokenKey key : keys) {
            Optional<End> end = Optional.ofNullable(ends.get(key));
            tokens.computeIfAbsent(key.rowSeq(), _ -> new TreeMap<>())
                    .put(
                            key.part(),
                            new TokenResult(
                                    key.part(),
                                    end.map(End::outcome),
                                    end.flatMap(End::reason),
                                    end.flatMap(End::sink),
                                    end.map(End::micros),
                                    Optional.ofNullable(values.get(key)).map(Stored::row)));
        }
        return tokens;
    }

    Optional<LastRead> lastRead() throws SQLException {
        Optional<LastRead> last = query.first(
                "SELECT row_seq, source, position FROM row_read WHERE run_no = ? AND row_seq < ? ORDER BY row_seq DESC",
                row -> new LastRead(
                        row.getLong("row_seq"),
                        Query.text(row, "source"),
                        row.getString("position"),
                        row.getLong("row_seq")),
                run.runNo(),
                RowOrigin.first(0));
        return last.isEmpty() || last.get().source().isEmpty() ? last : Optional.of(countSource(last.get()));
    }

    private LastRead countSource(LastRead last) throws SQLException {
        long ofSource = query.first(
                        "SELECT count(*) FROM row_read WHERE run_no = ? AND source = ?",
                        row -> row.getLong(1),
                        run.runNo(),
                        last.source().orElseThrow())
                .orElseThrow();
        return new LastRead(last.rowSeq(), last.source(), last.position(), ofSource);
    }

    boolean hasIds() throws SQLException {
        return query.first(
                        "SELECT 1 FROM (SELECT source_id FROM row_read WHERE run_no = ? AND row_seq <= 1000) AS some"
                                + " WHERE source_id IS NOT NULL",
                        row -> row.getInt(1),
                        run.runNo())
                .isPresent();
    }
}
