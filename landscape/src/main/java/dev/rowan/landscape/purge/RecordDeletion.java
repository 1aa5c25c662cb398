package dev.rowan.landscape.purge;

import dev.rowan.landscape.chain.EventTable;
import dev.rowan.landscape.chain.LogKey;
import dev.rowan.landscape.store.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.OptionalInt;

/// Deletes whole runs. A run is a range of every event table's primary key, so the cost is that of the run, whatever
/// else the landscape has.
///
/// First the run disappears, in one transaction; its lease stays until the last of its events is deleted, in small
/// transactions. So an interrupted deletion is found and finished by the next one.
record RecordDeletion(Session session) {
    private static final int EVENTS_AT_ONCE = 20_000;

    /// What runs have beside their events.
    private static final List<String> STATE = List.of(
            "run_order",
            "sink_lock",
            "run_writer",
            "run_split",
            "cost_pool",
            "cost_allowance",
            "reconciliation",
            "run");

    /// Makes a run disappear, in the current transaction.
    void hide(int runNo) throws SQLException {
        for (String table : STATE) {
            update("DELETE FROM " + table + " WHERE run_no = ?", runNo);
        }
    }

    /// Deletes the events of runs that have disappeared; returns how many there were.
    long finish() throws SQLException {
        long deleted = 0;
        for (OptionalInt next = hidden(); next.isPresent(); next = hidden()) {
            var log = new LogKey(next.getAsInt(), LogKey.OWNER, "");
            for (EventTable table : EventTable.values()) {
                deleted += delete(table, log);
            }
            session.inTransaction(_ -> update("DELETE FROM run_lease WHERE run_no = ?", log.runNo()));
        }
        return deleted;
    }

    private OptionalInt hidden() throws SQLException {
        return session.inTransaction(_ -> {
            try (PreparedStatement select = session.connection()
                            .prepareStatement("SELECT l.run_no FROM run_lease l WHERE NOT EXISTS"
                                    + " (SELECT 1 FROM run r WHERE r.run_no = l.run_no) LIMIT 1");
                    ResultSet row = select.executeQuery()) {
                return row.next() ? OptionalInt.of(row.getInt(1)) : OptionalInt.empty();
            }
        });
    }

    private long delete(EventTable table, LogKey log) throws SQLException {
        String sql = "DELETE FROM " + table.table() + " WHERE event_id IN (SELECT event_id FROM " + table.table()
                + " WHERE event_id BETWEEN ? AND ? ORDER BY event_id LIMIT " + EVENTS_AT_ONCE + ")";
        long all = 0;
        while (true) {
            int some = session.inTransaction(_ -> update(sql, log.firstId(), log.lastIdOfRun()));
            all += some;
            if (some < EVENTS_AT_ONCE) {
                return all;
            }
        }
    }

    private int update(String sql, long... parameters) throws SQLException {
        try (PreparedStatement update = session.connection().prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                update.setLong(i + 1, parameters[i]);
            }
            return update.executeUpdate();
        }
    }
}
