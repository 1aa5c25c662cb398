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
record Cleaning(Database database, Session session) {

    /// Before anything is deleted.
    void prepare() throws SQLException {
        if (database instanceof SqliteDatabase) {
            session.execute("PRAGMA secure_delete = ON");
        }
    }

    /// After all was deleted and committed.
    Cleaned clean() {
        try {
            return switch (database) {
                case SqliteDatabase _ -> rewritten();
                case PostgresDatabase _ -> vacuumed();
            };
        } catch (SQLException error) {
            return new Cleaned.Later(
                    String.valueOf(database.explain("rewriting it", error).getMessage()));
        }
    }

    private Cleaned rewritten() throws SQLException {
        session.execute("VACUUM");
        try (Statement statement = session.connection().createStatement();
                ResultSet row = statement.executeQuery("PRAGMA wal_checkpoint(TRUNCATE)")) {
            return row.next() && row.getInt(1) == 0
                    ? new Cleaned.Clean()
                    : new Cleaned.Later("someone else reads or writes " + database.describe());
        }
    }

    private Cleaned vacuumed() throws SQLException {
        session.connection().setAutoCommit(true);
        try {
            for (EventTable table : EventTable.values()) {
                session.execute("VACUUM " + table.table());
            }
            return new Cleaned.Clean();
        } finally {
            session.connection().setAutoCommit(false);
        }
    }
}
