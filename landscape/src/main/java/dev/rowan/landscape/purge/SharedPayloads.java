package dev.rowan.landscape.purge;

import dev.rowan.landscape.chain.EventTable;
import dev.rowan.landscape.chain.LogKey;
import dev.rowan.landscape.purge.PurgePlan.Amount;
import dev.rowan.landscape.store.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/// The requests and replies that calls of a row share with equal calls of other rows of the run: they are recorded
/// once,
/// with the call that was sent. Works in the current transaction.
record SharedPayloads(Session session, LogKey log) {
    private static final List<EventTable> TABLES =
            List.of(EventTable.CALL_INTENT, EventTable.CALL_END, EventTable.CALL_PARKED);

    /// The answers that a row took. Parameters: run, row.
    private static final String TAKEN_BY =
            " JOIN run r ON r.run_no = u.run_no WHERE r.run_id = ? AND u.shared = 1 AND u.row_seq = ?";

    /// Parameters: run, run, row, run, row.
    private static String ofCited(EventTable table) {
        String name = table.table();
        return " WHERE run_no = ? AND row_seq IN (SELECT of_row_seq FROM call_reused WHERE run_no = ? AND row_seq = ?"
                + " AND shared = 1) AND EXISTS (SELECT 1 FROM call_reused u WHERE u.run_no = ? AND u.row_seq = ?"
                + " AND u.shared = 1 AND u.of_row_seq = " + name + ".row_seq AND u.of_part = " + name + ".part"
                + " AND u.of_node = " + name + ".node AND u.of_generation = " + name + ".generation"
                + " AND u.of_call_no = " + name + ".call_no) AND payload IS NOT NULL";
    }

    private PreparedStatement prepare(String sql, long rowSeq) throws SQLException {
        PreparedStatement statement = session.connection().prepareStatement(sql);
        statement.setInt(1, log.runNo());
        statement.setInt(2, log.runNo());
        statement.setLong(3, rowSeq);
        statement.setInt(4, log.runNo());
        statement.setLong(5, rowSeq);
        return statement;
    }

    /// What is recorded with other rows.
    Amount count(long rowSeq) throws SQLException {
        Amount amount = Amount.NONE;
        for (EventTable table : TABLES) {
            String sql = "SELECT count(*), COALESCE(sum(payload_length), 0) FROM " + table.table() + ofCited(table);
            try (PreparedStatement select = prepare(sql, rowSeq);
                    ResultSet row = select.executeQuery()) {
                row.next();
                amount = amount.plus(new Amount(row.getLong(1), row.getLong(2)));
            }
        }
        return amount;
    }

    void delete(long rowSeq) throws SQLException {
        for (EventTable table : TABLES) {
            String sql = "UPDATE " + table.table() + " SET payload = NULL, salt = NULL" + ofCited(table);
            try (PreparedStatement update = prepare(sql, rowSeq)) {
                update.executeUpdate();
            }
        }
    }

    /// The other rows that share an answer with one of `rows`: that got it, or took the same, in order.
    List<Long> others(List<Long> rows) throws SQLException {
        var found = new TreeSet<Long>();
        for (long rowSeq : rows) {
            found.addAll(
                    list("SELECT row_seq FROM call_reused WHERE of_run = ? AND shared = 1 AND of_row_seq = ?", rowSeq));
            found.addAll(list("SELECT u.of_row_seq FROM call_reused u" + TAKEN_BY, rowSeq));
            found.addAll(list(
                    "SELECT v.row_seq FROM call_reused u JOIN call_reused v ON v.of_run = u.of_run"
                            + " AND v.of_row_seq = u.of_row_seq AND v.of_part = u.of_part AND v.of_node = u.of_node"
                            + " AND v.of_generation = u.of_generation AND v.of_call_no = u.of_call_no"
                            + " AND v.shared = 1" + TAKEN_BY,
                    rowSeq));
        }
        rows.forEach(found::remove);
        return List.copyOf(found);
    }

    private List<Long> list(String sql, long rowSeq) throws SQLException {
        try (PreparedStatement select = session.connection().prepareStatement(sql)) {
            select.setString(1, log.runId());
            select.setLong(2, rowSeq);
            var found = new ArrayList<Long>();
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    found.add(row.getLong(1));
                }
            }
            return found;
        }
    }
}
