package dev.rowan.landscape.store;

/// The SQL that differs between the two databases.
///
/// `folder` holds the migrations; `lock` serializes migrations; `hasSchema` counts the version table; `others` counts
/// foreign tables, which mean that the database is not a landscape; `visible` counts the schemas that the user may
/// look into. `now` is the database's clock in microseconds since 1970; `kept` at the end of a select locks the row
/// until the transaction ends, where the transaction does not lock everything anyway; `like` tests whether the bytes
/// at `%s`, as text, match a case-insensitive pattern with the escape character `^`; `insert` starts an insert of one
/// row or of `rowsAtOnce`, in a transaction that ends with the first failure; `clustered` is whether a table is stored
/// in the order of its primary key.
public record SqlDialect(
        String folder,
        String lock,
        String hasSchema,
        String others,
        String visible,
        String now,
        String kept,
        String like,
        String insert,
        int rowsAtOnce,
        boolean clustered) {
    static final SqlDialect SQLITE = new SqlDialect(
            "sqlite",
            "PRAGMA busy_timeout",
            "SELECT count(*) FROM sqlite_master WHERE name = 'schema_version'",
            "SELECT count(*) FROM sqlite_master",
            "SELECT 1",
            "CAST(unixepoch('subsec') * 1000000 AS INTEGER)",
            "",
            "CAST(%s AS TEXT) LIKE ? ESCAPE '^'",
            "INSERT OR FAIL INTO ", // OR ABORT, the default, keeps a journal of each statement with several rows
            16,
            true);

    private static final String TABLES = "SELECT count(*) FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n"
            + " ON n.oid = c.relnamespace WHERE n.nspname = current_schema() AND c.relname = ";

    static final SqlDialect POSTGRESQL = new SqlDialect(
            "postgresql",
            "SELECT pg_advisory_xact_lock(7896021)",
            // to_regclass may answer from a cache that is older than the lock
            TABLES + "'schema_version'",
            TABLES + "'run'",
            "SELECT count(current_schema())",
            "CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS BIGINT)",
            " FOR SHARE",
            "convert_from(%s, 'UTF8') ILIKE ? ESCAPE '^'",
            "INSERT INTO ",
            1, // its driver sends a batch as one
            false);

    /// The condition that `column` matches the pattern in the next parameter.
    public String likeText(String column) {
        return like.replace("%s", column);
    }
}
