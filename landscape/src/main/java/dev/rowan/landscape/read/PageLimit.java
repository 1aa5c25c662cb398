package dev.rowan.landscape.read;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Limits the rows loaded together to [#BYTES] of recorded values, at least one row. Values take several times
/// their bytes in memory.
final class PageLimit {
    static final long BYTES = 4L << 20;

    private static final List<String> TABLES = List.of("row_read", "node_state", "call_end", "call_parked");

    /// Includes the request and reply of each reused call, which are loaded with the row.
    private static final List<String> CITED = List.of("call_intent", "call_end");

    private final Query query;
    private final RunRow run;

    PageLimit(Query query, RunRow run) {
        this.query = query;
        this.run = run;
    }

    List<Long> firstOf(List<Long> rows) throws SQLException {
        var first = new ArrayList<Long>();
        long bytes = 0;
        for (List<Long> some : RowBatches.few(rows)) {
            Map<Long, Long> sizes = sizes(some);
            for (Long row : some) {
                bytes += sizes.getOrDefault(row, 0L);
                if (bytes > BYTES && !first.isEmpty()) {
                    return first;
                }
                first.add(row);
            }
        }
        return first;
    }

    private Map<Long, Long> sizes(List<Long> rows) throws SQLException {
        String each = " WHERE run_no = ? AND row_seq IN " + RowBatches.placeholders(rows.size());
        List<String> selects = Stream.concat(
                        TABLES.stream().map(table -> "SELECT row_seq, payload_length FROM " + table + each),
                        CITED.stream().map(table -> ReusedCalls.cited(table, rows.size())))
                .toList();
        String all = String.join(" UNION ALL ", selects);
        Object[] parameters = Stream.generate(() -> RowBatches.parameters(run, rows))
                .limit(selects.size())
                .flatMap(Stream::of)
                .toArray();
        var sizes = new HashMap<Long, Long>();
        query.list(
                        "SELECT row_seq, SUM(payload_length) FROM (" + all + ") AS recorded GROUP BY row_seq",
                        row -> Map.entry(row.getLong(1), row.getLong(2)),
                        parameters)
                .forEach(size -> sizes.put(size.getKey(), size.getValue()));
        return sizes;
    }
}
