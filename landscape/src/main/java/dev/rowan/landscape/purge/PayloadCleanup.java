package dev.rowan.landscape.purge;

import dev.rowan.landscape.chain.EventTable;
import dev.rowan.landscape.store.Database;
import dev.rowan.landscape.store.PostgresDatabase;
import dev.rowan.landscape.store.Session;
import dev.rowan.landscape.store.SqliteDatabase;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/// Takes the bytes of deleted values out of the database's files, as far as that is in our hands.
///
/// SQLite: what is freed is overwritten, the file is written anew and the log emptied, since pages that were split or
/// moved before may hold old copies. PostgreSQL: the space is given free to be written over.
record PayloadCleanup(Database database, Session session) {

    /// Before anything is deleted.
    void prepare() throws SQLException {
        if (database instanceof SqliteDatabase) {
            session.execute("PRAGMA secure_delete = ON");
        }
    }

    /// After all was deleted and committed.
    CleanupResult clean() {
        try {
            return switch (database) {
                case SqliteDatabase _ -> rewritten();
                case PostgresDatabase _ -> vacuumed();
            };
        } catch (SQLException error) {
            return new CleanupResult.Later(
                    String.valueOf(database.explain("rewriting it", error).getMessage()));
        }
    }

    private CleanupResult rewritten() throws SQLException {
        session.execute("VACUUM");
        try (Statement statement = session.connection().createStatement();
                ResultSet row = statement.executeQuery("PRAGMA wal_checkpoint(TRUNCATE)")) {
            return row.next() && row.getInt(1) == 0
                    ? new CleanupResult.Clean()
                    : new CleanupResult.Later("someone else reads or writes " + database.describe());
        }
    }

    private CleanupResult vacuumed() throws SQLException {
        session.connection().setAutoCommit(true);
        try {
            for (EventTable table : EventTable.values()) {
                session.execute("VACUUM " + table.table());
            }
            return new CleanupResult.Clean();
        } finally {
            session.connection().setAutoCommit(false);
        }
    }
}
