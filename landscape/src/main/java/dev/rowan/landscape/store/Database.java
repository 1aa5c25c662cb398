package dev.rowan.landscape.store;

import dev.rowan.api.Time;
import dev.rowan.api.fault.Faults;
import dev.rowan.landscape.LandscapeException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Optional;

/// A database that can hold a landscape. The tables have the same SQL in both; this interface covers the
/// differences.
///
/// Every session belongs to one thread.
public sealed interface Database permits SqliteDatabase, PostgresDatabase {

    /// The database at `sqlite:path` or `postgresql://user:password@host:port/name`; a relative path is resolved
    /// against `base`.
    static Database of(String url, Path base) {
        return of(url, base, Faults.NONE);
    }

    /// The same, with `faults` notified of every section in which a session writes.
    static Database of(String url, Path base, Faults faults) {
        if (url.startsWith("sqlite:")) {
            return SqliteDatabase.of(url, base, faults);
        }
        if (url.startsWith("postgresql://") || url.startsWith("postgres://")) {
            return PostgresDatabase.of(url, faults);
        }
        int scheme = url.indexOf(':');
        throw new LandscapeException("a landscape url must be sqlite:<file> or"
                + " postgresql://<user>:<password>@<host>:<port>/<database>, got "
                + (scheme < 0
                        ? "'" + url + "'; did you mean 'sqlite:" + url + "'?"
                        : "one that begins with '" + url.substring(0, scheme) + ":'"));
    }

    /// Opens a session that writes; creates a missing database file.
    Session open();

    /// Sets timeouts so that a long-running writer never waits forever for a lock or a reply.
    default void prepareWriter(Session session) throws SQLException {}

    /// Opens a session that reads from one snapshot per transaction; never creates anything.
    Session openToRead();

    /// The file whose lock shows that the owner of a run is alive; empty where only the lease tells.
    Optional<Path> lockFile(int runNo);

    /// The maintenance that a writer of this database does between its transactions.
    Maintenance upkeep(Time time, Faults faults);

    /// The address without credentials, for display.
    String describe();

    SqlDialect dialect();

    /// The error as a message for the user: what happened while `doing`, and what to do. A transient error, which
    /// may pass on a new connection, is a [dev.rowan.landscape.LandscapeUnreachableException].
    LandscapeException explain(String doing, SQLException error);
}
