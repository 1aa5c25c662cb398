package dev.rowan.landscape.purge;

import dev.rowan.landscape.chain.EventTable;
import dev.rowan.landscape.store.Database;
import dev.rowan.landscape.store.PostgresDatabase;
import dev.rowan.landscape.store.Session;
import dev.rowan.landscape.store.SqliteDatabase;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/// Removes the bytes of deleted values from the database files, as far as possible.
///
/// SQLite: freed space is overwritten, the file rewrite and the log truncated, because pages that were split or
/// moved earlier may hold old copies. PostgreSQL: the space is freed for reuse. Pages without deleted values are
/// skipped,
/// and indexes, which hold no values, are left to autovacuum, so the cost is that of the deleted rows.
record PayloadCleanup(Database database, Session session) {

    /// Call before the first deletion.
    void prepare() throws SQLException {
        if (database instanceof SqliteDatabase) {
            session.execute("PRAGMA secure_delete = ON");
        }
    }

    /// Call after the last commit.
    CleanupResult clean() {
        try {
            return switch (database) {
                case SqliteDatabase _ -> rewrite();
                case PostgresDatabase _ -> vacuum();
            };
        } catch (SQLException error) {
            return new CleanupResult.Later(
                    String.valueOf(database.explain("rewriting it", error).getMessage()));
        }
    }

    private CleanupResult rewrite() throws SQLException {
        session.execute("VACUUM");
        try (Statement statement = session.connection().createStatement();
                ResultSet row = statement.executeQuery("PRAGMA wal_checkpoint(TRUNCATE)")) {
            return row.next() && row.getInt(1) == 0
                    ? new CleanupResult.Clean()
                    : new CleanupResult.Later("someone else reads or writes " + database.describe());
        }
    }

    private CleanupResult vacuum() throws SQLException {
        session.connection().setAutoCommit(true);
        try {
            for (EventTable table : EventTable.values()) {
                session.execute("VACUUM (INDEX_CLEANUP OFF) " + table.table());
            }
            return new CleanupResult.Clean();
        } finally {
            session.connection().setAutoCommit(false);
        }
    }
}
