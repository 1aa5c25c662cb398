package dev.rowan.landscape.read;

import dev.rowan.landscape.RowScan.RowHead;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/// Reads the source and the start of the values of rows.
final class RowPreviews {
    private static final int WHOLE = 16 * 1024;
    private static final int START = 1_000;

    private RowPreviews() {}

    static List<RowHead> list(Query query, RunRow run, List<Long> rows) throws SQLException {
        var heads = new ArrayList<RowHead>();
        for (List<Long> some : RowBatches.few(rows)) {
            heads.addAll(query.list(
                    "SELECT row_seq, status, position, source_id, payload_length, CASE WHEN payload_length <= "
                            + WHOLE + " THEN payload ELSE substr(payload, 1, " + START + ") END AS start"
                            + " FROM row_read WHERE run_no = ? AND row_seq IN "
                            + RowBatches.placeholders(some.size()),
                    RowPreviews::head,
                    RowBatches.parameters(run, some)));
        }
        return heads;
    }

    private static RowHead head(ResultSet row) throws SQLException {
        return new RowHead(
                row.getLong("row_seq"),
                !row.getString("status").equals("unreadable"),
                row.getString("position"),
                Query.text(row, "source_id"),
                Query.bytes(row, "start").map(SearchCandidates::text),
                row.getLong("payload_length") <= WHOLE);
    }
}
