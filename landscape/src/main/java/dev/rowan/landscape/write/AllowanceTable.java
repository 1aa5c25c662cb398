package dev.rowan.landscape.write;

import dev.rowan.api.call.Usd;
import dev.rowan.landscape.CostPool;
import dev.rowan.landscape.chain.Event;
import dev.rowan.landscape.chain.EventTable;
import dev.rowan.landscape.chain.LogKey;
import dev.rowan.landscape.fold.ChainEvents;
import dev.rowan.landscape.fold.RecordedJson;
import dev.rowan.landscape.record.AllowanceChange;
import dev.rowan.landscape.store.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/// The money of a run's writers: applies changes of allowances to `cost_pool` and `cost_allowance`, in the transaction
/// that records them. The row in `cost_pool` is the last that a transaction locks.
final class AllowanceTable {
    private final Session session;
    private final LogKey log;

    AllowanceTable(Session session, LogKey log) {
        this.session = session;
        this.log = log;
    }

    /// The allowance of one writer.
    record Row(long granted, long spent, long draw) {}

    /// The budget of the run as this writer sees it; empty if it has none.
    Optional<CostPool.State> read() throws SQLException {
        return read("");
    }

    /// The same; nobody else changes it until the transaction ends.
    Optional<CostPool.State> lock() throws SQLException {
        return read(session.dialect().kept().isEmpty() ? "" : " FOR UPDATE");
    }

    private Optional<CostPool.State> read(String locking) throws SQLException {
        try (PreparedStatement select = session.connection()
                .prepareStatement("SELECT cap, granted, draws FROM cost_pool WHERE run_no = ?" + locking)) {
            select.setInt(1, log.runNo());
            try (ResultSet row = select.executeQuery()) {
                if (!row.next()) {
                    return Optional.empty();
                }
                return Optional.of(new CostPool.State(
                        new Usd(row.getLong(1)),
                        new Usd(row.getLong(2)),
                        new Usd(allowance(log.writer()).granted()),
                        new Usd(spentByOthers()),
                        row.getLong(3)));
            }
        }
    }

    Row allowance(int writer) throws SQLException {
        try (PreparedStatement select = session.connection()
                .prepareStatement("SELECT granted, spent, draw FROM cost_allowance WHERE run_no = ? AND writer = ?")) {
            select.setInt(1, log.runNo());
            select.setInt(2, writer);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? new Row(row.getLong(1), row.getLong(2), row.getLong(3)) : new Row(0, 0, 0);
            }
        }
    }

    private long spentByOthers() throws SQLException {
        try (PreparedStatement select = session.connection()
                .prepareStatement("SELECT sum(spent) FROM cost_allowance WHERE run_no = ? AND writer <> ?")) {
            select.setInt(1, log.runNo());
            select.setInt(2, log.writer());
            try (ResultSet row = select.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    /// Adds the budget of the run if it has none. With `changes`, `cap` becomes its cap in any case. False if nothing
    /// was changed.
    boolean open(Usd cap, boolean changes) throws SQLException {
        try (PreparedStatement insert = session.connection()
                .prepareStatement("INSERT INTO cost_pool (run_no, cap, granted, draws) VALUES (?, ?, 0, 0)"
                        + " ON CONFLICT (run_no) DO "
                        + (changes ? "UPDATE SET cap = excluded.cap" : "NOTHING"))) {
            insert.setInt(1, log.runNo());
            insert.setLong(2, cap.pico());
            return insert.executeUpdate() == 1;
        }
    }

    /// The change that sets the allowance of a writer, as the event records it.
    static AllowanceChange change(CostPool.State seen, int writer, long before, long allowance, long spent) {
        long by = allowance - before;
        return new AllowanceChange(
                writer,
                seen.draws() + 1,
                by,
                allowance,
                spent,
                seen.granted().pico() + by,
                seen.cap().pico());
    }

    /// Applies an event if it changes an allowance; false if it does not fit any more, so that it must not be recorded.
    boolean apply(Event event) throws SQLException {
        if (event.table() != EventTable.RUN_EVENT || !ChainEvents.ALLOWANCE_CHANGED.equals(event.facts()[0])) {
            return true;
        }
        AllowanceChange change = ChainEvents.allowance(RecordedJson.object(String.valueOf(event.facts()[1])));
        if (!grant(change)) {
            return false;
        }
        try (PreparedStatement upsert = session.connection()
                .prepareStatement("INSERT INTO cost_allowance (run_no, writer, granted, spent, draw)"
                        + " VALUES (?, ?, ?, ?, ?) ON CONFLICT (run_no, writer) DO UPDATE SET"
                        + " granted = excluded.granted, spent = excluded.spent, draw = excluded.draw")) {
            upsert.setInt(1, log.runNo());
            upsert.setInt(2, change.writer());
            upsert.setLong(3, change.allowance());
            upsert.setLong(4, change.spent());
            upsert.setLong(5, change.draw());
            upsert.executeUpdate();
        }
        return true;
    }

    /// Money beyond the cap is granted only where it is spent already.
    private boolean grant(AllowanceChange change) throws SQLException {
        try (PreparedStatement update = session.connection()
                .prepareStatement("UPDATE cost_pool SET granted = granted + ?, draws = draws + 1"
                        + " WHERE run_no = ? AND draws = ? AND (? <= 0 OR granted + ? <= cap OR ? = ?)")) {
            update.setLong(1, change.by());
            update.setInt(2, log.runNo());
            update.setLong(3, change.draw() - 1);
            update.setLong(4, change.by());
            update.setLong(5, change.by());
            update.setLong(6, change.allowance());
            update.setLong(7, change.spent());
            return update.executeUpdate() == 1;
        }
    }
}
