package dev.rowan.landscape.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowan.api.fault.FaultPoint;
import dev.rowan.api.fault.Faults;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.LandscapeNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/// The schema as numbered migrations; those that a database lacks are applied in one transaction, all or none.
///
/// Migration n is the nth file of `FILES` in the dialect's folder. A released migration never changes.
public final class Migrations {
    private static final List<String> FILES = List.of(
            "0001-events.sql",
            "0002-calls.sql",
            "0003-purge.sql",
            "0004-batches.sql",
            "0005-orders.sql",
            "0006-sink-locks.sql",
            "0007-reused.sql",
            "0008-graph.sql",
            "0009-aggregates.sql",
            "0010-writers.sql",
            "0011-limits.sql",
            "0012-shared.sql",
            "0013-billing.sql",
            "0014-reconciliation.sql");

    /// Older schemas from this one on only lack columns and tables; reading a landscape adds them.
    private static final int EXTENDABLE = 7;

    private Migrations() {}

    /// The schema version of this release.
    public static int latest() {
        return FILES.size();
    }

    /// Migrates the database to [#latest]; rejects one that is newer or not a landscape.
    public static void migrate(Database database, Session session, Faults faults) {
        try {
            if (committedVersion(database, session) < latest()) {
                apply(database, session, faults);
            }
        } catch (SQLException error) {
            throw database.explain("preparing the schema", error);
        }
    }

    /// Opens a session to read a database at [#latest]; extends one that lacks only columns and tables, and rejects
    /// any other version.
    public static Session openToRead(Database database) {
        Session session = database.openToRead();
        try {
            extend(database, session);
            require(database, session);
            return session;
        } catch (RuntimeException refused) {
            session.closeAfter(refused);
            throw refused;
        }
    }

    /// A database that cannot be written stays as it is.
    private static void extend(Database database, Session reading) {
        try {
            int version = committedVersion(database, reading);
            if (version < EXTENDABLE || version >= latest()) {
                return;
            }
            try (Session session = database.open()) {
                migrate(database, session, Faults.NONE);
            }
        } catch (SQLException | LandscapeException _) {
            // the older version is reported
        }
    }

    private static void require(Database database, Session session) {
        try {
            int version = committedVersion(database, session);
            if (version == 0 && !isVisible(database, session)) {
                throw new LandscapeException("the user of " + database.describe() + " may not use its schema, or"
                        + " there is none: check the address, or grant the user the reader role, such as"
                        + " GRANT rowan_reader TO …");
            }
            if (version == 0) {
                throw new LandscapeNotFoundException("the landscape " + database.describe()
                        + " is empty: no run was ever recorded there; check the address");
            }
            if (version < latest()) {
                throw new LandscapeException("the landscape " + database.describe() + " has the older schema " + version
                        + ", this Rowan reads " + latest() + ": the next `rowan run` on it upgrades it");
            }
        } catch (SQLException error) {
            throw database.explain("reading the schema version", error);
        }
    }

    /// Applies the missing migrations unless another process has done so meanwhile.
    private static void apply(Database database, Session session, Faults faults) throws SQLException {
        session.inTransaction(transaction -> {
            transaction.execute(database.dialect().lock());
            int version = version(database, transaction);
            for (; version < latest(); version++) {
                for (String sql : statements(database, version)) {
                    transaction.execute(sql);
                }
                transaction.execute("INSERT INTO schema_version (version) VALUES (" + (version + 1) + ")");
            }
            faults.at(FaultPoint.MIGRATION);
            return version;
        });
    }

    private static int committedVersion(Database database, Session session) throws SQLException {
        session.begin();
        try {
            return version(database, session);
        } finally {
            session.rollback();
        }
    }

    private static boolean isVisible(Database database, Session session) throws SQLException {
        session.begin();
        try {
            return count(session, database.dialect().visible()) > 0;
        } finally {
            session.rollback();
        }
    }

    private static int version(Database database, Session session) throws SQLException {
        if (count(session, database.dialect().hasSchema()) == 0) {
            if (count(session, database.dialect().others()) > 0) {
                throw new LandscapeException("the database " + database.describe()
                        + " holds tables that are not a landscape: give the landscape a database of its own");
            }
            return 0;
        }
        int version = count(session, "SELECT max(version) FROM schema_version");
        if (version > latest()) {
            throw new LandscapeException("the landscape " + database.describe()
                    + " was written by a newer Rowan (schema " + version + ", this is " + latest()
                    + "): upgrade Rowan, or use another landscape");
        }
        return version;
    }

    private static int count(Session session, String sql) throws SQLException {
        try (Statement statement = session.connection().createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getInt(1);
        }
    }

    private static List<String> statements(Database database, int index) {
        String name = database.dialect().folder() + "/" + FILES.get(index);
        try (var file = Migrations.class.getResourceAsStream(name)) {
            if (file == null) {
                throw new IllegalStateException("the schema file " + name + " is missing from the jar");
            }
            String text = new String(file.readAllBytes(), UTF_8);
            return List.of(text.replaceAll("(?m)--.*$", "").split(";")).stream()
                    .map(String::strip)
                    .filter(sql -> !sql.isEmpty())
                    .toList();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
