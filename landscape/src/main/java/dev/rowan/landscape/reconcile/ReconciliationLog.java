package dev.rowan.landscape.reconcile;

import dev.rowan.api.fault.Faults;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.history.Reconciliation;
import dev.rowan.landscape.store.Database;
import dev.rowan.landscape.store.Migrations;
import dev.rowan.landscape.store.Session;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/// Adds reconciliations to runs, in a table beside their chains: a run may be sealed, and heads that were kept of it
/// stay valid. Owned by one thread.
public final class ReconciliationLog implements AutoCloseable {
    private final Database database;
    private final Session session;

    private ReconciliationLog(Database database, Session session) {
        this.database = database;
        this.session = session;
    }

    /// Opens an existing landscape and migrates its schema.
    public static ReconciliationLog open(String url, Path base) {
        Database database = Database.of(url, base);
        try {
            database.openToRead().close();
        } catch (SQLException error) {
            throw database.explain("opening it", error);
        }
        Session session = database.open();
        try {
            Migrations.migrate(database, session, Faults.NONE);
            return new ReconciliationLog(database, session);
        } catch (RuntimeException broken) {
            session.closeAfter(broken);
            throw broken;
        }
    }

    /// Adds an entry to a run.
    public void add(String runId, Reconciliation reconciliation) {
        try {
            session.inTransaction(transaction -> {
                transaction.execute(database.dialect().lock());
                int runNo = runNo(transaction, runId);
                List<ReconciliationEntry> before = ReconciliationEntry.list(transaction, runNo);
                String previous = before.isEmpty() ? runId : before.getLast().hash();
                ReconciliationEntry.of(before.size() + 1, reconciliation.json().line(), previous)
                        .insert(transaction, runNo);
                return runNo;
            });
        } catch (SQLException error) {
            throw database.explain("recording a reconciliation", error);
        }
    }

    private int runNo(Session transaction, String runId) throws SQLException {
        try (PreparedStatement select =
                transaction.connection().prepareStatement("SELECT run_no FROM run WHERE run_id = ?")) {
            select.setString(1, runId);
            try (ResultSet row = select.executeQuery()) {
                if (!row.next()) {
                    throw new LandscapeException("there is no run '" + runId + "' in " + database.describe());
                }
                return row.getInt(1);
            }
        }
    }

    @Override
    public void close() {
        try {
            session.close();
        } catch (SQLException error) {
            throw database.explain("closing", error);
        }
    }
}
