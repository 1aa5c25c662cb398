package dev.rowan.landscape.purge;

import dev.rowan.landscape.chain.EventTable;
import dev.rowan.landscape.chain.LogKey;
import dev.rowan.landscape.purge.PurgePlan.Amount;
import dev.rowan.landscape.store.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.List;

/// Counts and deletes the payloads of one run in the current transaction.
record PayloadDeletion(Session session, LogKey log) {
    private static final String KEPT = " AND payload IS NOT NULL";
    private static final String OF_RUN = " WHERE event_id BETWEEN ? AND ?" + KEPT;
    private static final String OF_ROW = " WHERE run_no = ? AND row_seq = ?" + KEPT;
    private static final List<EventTable> ROW_TABLES = List.of(
            EventTable.ROW_READ,
            EventTable.NODE_STATE,
            EventTable.OUTCOME,
            EventTable.CALL_INTENT,
            EventTable.CALL_END,
            EventTable.CALL_PARKED,
            EventTable.CALL_REUSED);

    /// The ends of the groups that a row entered, whose keys are values of the row.
    private static final String OF_GROUPS =
            " WHERE run_no = ? AND grp IN (SELECT o.grp FROM outcome o WHERE o.run_no = group_end.run_no"
                    + " AND o.row_seq = ? AND o.grp IS NOT NULL)" + KEPT;

    Amount count() throws SQLException {
        Amount amount = Amount.NONE;
        for (EventTable table : EventTable.values()) {
            amount = amount.plus(count(table, OF_RUN, log.firstId(), log.lastIdOfRun()));
        }
        return amount;
    }

    Amount count(long rowSeq) throws SQLException {
        Amount amount = Amount.NONE;
        for (EventTable table : ROW_TABLES) {
            amount = amount.plus(count(table, OF_ROW, log.runNo(), rowSeq));
        }
        return amount.plus(count(EventTable.GROUP_END, OF_GROUPS, log.runNo(), rowSeq))
                .plus(new SharedPayloads(session, log).count(rowSeq));
    }

    private Amount count(EventTable table, String where, long first, long second) throws SQLException {
        String sql = "SELECT count(*), COALESCE(sum(payload_length), 0) FROM " + table.table() + where;
        try (PreparedStatement select = session.connection().prepareStatement(sql)) {
            select.setLong(1, first);
            select.setLong(2, second);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                return new Amount(row.getLong(1), row.getLong(2));
            }
        }
    }

    /// Deletes all payloads of the run, including its configuration and notes.
    void delete() throws SQLException {
        for (EventTable table : EventTable.values()) {
            delete(table, OF_RUN, log.firstId(), log.lastIdOfRun());
        }
    }

    void delete(long rowSeq) throws SQLException {
        for (EventTable table : ROW_TABLES) {
            delete(table, OF_ROW, log.runNo(), rowSeq);
        }
        delete(EventTable.GROUP_END, OF_GROUPS, log.runNo(), rowSeq);
        new SharedPayloads(session, log).delete(rowSeq);
    }

    /// The rows that aggregates made of groups that these rows entered, and so on.
    List<Long> withDerived(List<Long> rows) throws SQLException {
        var all = new LinkedHashSet<>(rows);
        var open = new ArrayDeque<>(rows);
        try (PreparedStatement select = session.connection()
                .prepareStatement("SELECT DISTINCT r.row_seq FROM outcome o JOIN row_read r ON r.run_no = o.run_no"
                        + " AND r.grp = o.grp WHERE o.run_no = ? AND o.row_seq = ? AND o.grp IS NOT NULL"
                        + " ORDER BY r.row_seq")) {
            while (!open.isEmpty()) {
                select.setLong(1, log.runNo());
                select.setLong(2, open.remove());
                try (ResultSet row = select.executeQuery()) {
                    while (row.next()) {
                        if (all.add(row.getLong(1))) {
                            open.add(row.getLong(1));
                        }
                    }
                }
            }
        }
        return List.copyOf(all);
    }

    private void delete(EventTable table, String where, long first, long second) throws SQLException {
        String sql = "UPDATE " + table.table() + " SET payload = NULL, salt = NULL" + where;
        try (PreparedStatement update = session.connection().prepareStatement(sql)) {
            update.setLong(1, first);
            update.setLong(2, second);
            update.executeUpdate();
        }
    }
}
