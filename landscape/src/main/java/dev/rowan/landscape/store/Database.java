package dev.rowan.landscape.store;

import dev.rowan.api.Time;
import dev.rowan.api.fault.Faults;
import dev.rowan.landscape.LandscapeException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Optional;

/// A database that can hold a landscape. The SQL of the tables is the same in both; this is where they differ.
///
/// Every session belongs to one thread.
public sealed interface Database permits SqliteDatabase, PostgresDatabase {

    /// The database meant by `sqlite:path` or `postgresql://user:password@host:port/name`; a relative path is
    /// resolved against `base`.
    static Database of(String url, Path base) {
        return of(url, base, Faults.NONE);
    }

    /// The same, with `faults` told of every stretch in which a session writes.
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

    /// A session that writes; creates the database when it is a file that is not there.
    Session open();

    /// Sees to it that a session that a run writes with for hours waits for no lock and no reply for ever.
    default void prepareWriter(Session session) throws SQLException {}

    /// A session that reads, from one snapshot in each transaction; never creates anything.
    Session openToRead();

    /// The file whose lock tells that the owner of a run lives; empty where one must go by the lease's renewals.
    Optional<Path> lockFile(int runNo);

    /// What a writer of this database does between its transactions.
    Maintenance upkeep(Time time, Faults faults);

    /// The address without credentials, as it is shown to people.
    String describe();

    SqlDialect dialect();

    /// The error in the words of the user: what happened while `doing`, and what to do. What may pass when it
    /// is tried again, on a new connection, is a [dev.rowan.landscape.LandscapeUnreachableException].
    LandscapeException explain(String doing, SQLException error);
}
