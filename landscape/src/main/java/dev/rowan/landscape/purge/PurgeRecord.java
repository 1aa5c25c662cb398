package dev.rowan.landscape.purge;

import dev.rowan.landscape.chain.LogKey;
import dev.rowan.landscape.purge.PurgePlan.Amount;
import dev.rowan.landscape.store.Session;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Optional;

/// Logs a purge in the table `purge`: one entry for a whole run, or one per row.
record PurgeRecord(Session session, LogKey log, long time, String operator, String criterion) {

    /// `simulated` is copied, because the settings may be deleted too.
    void insert(Optional<Long> rowSeq, Amount amount, boolean simulated) throws SQLException {
        if (amount.payloads() > 0) {
            write(rowSeq, amount, simulated);
        }
    }

    /// Logs the deletion of a whole run.
    void insert(Amount amount, boolean simulated) throws SQLException {
        write(Optional.empty(), amount, simulated);
    }

    private void write(Optional<Long> rowSeq, Amount amount, boolean simulated) throws SQLException {
        String sql = "INSERT INTO purge (run_no, row_seq, time, operator, criterion, payloads, bytes, simulated)"
                + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)";
        try (PreparedStatement insert = session.connection().prepareStatement(sql)) {
            insert.setInt(1, log.runNo());
            if (rowSeq.isPresent()) {
                insert.setLong(2, rowSeq.get());
            } else {
                insert.setNull(2, Types.BIGINT);
            }
            insert.setLong(3, time);
            insert.setString(4, operator);
            insert.setString(5, criterion);
            insert.setLong(6, amount.payloads());
            insert.setLong(7, amount.bytes());
            insert.setInt(8, simulated ? 1 : 0);
            insert.executeUpdate();
        }
    }
}
