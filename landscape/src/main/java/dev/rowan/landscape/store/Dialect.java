package dev.rowan.landscape.store;

/// The statements that the two databases spell differently.
///
/// `folder` holds the migrations; `lock` keeps two migrations apart; `hasSchema` counts the table of versions; `others`
/// counts the tables of someone else that make the database not ours.
record Dialect(String folder, String lock, String hasSchema, String others) {
    static final Dialect SQLITE = new Dialect(
            "sqlite",
            "PRAGMA busy_timeout",
            "SELECT count(*) FROM sqlite_master WHERE name = 'schema_version'",
            "SELECT count(*) FROM sqlite_master");

    static final Dialect POSTGRESQL = new Dialect(
            "postgresql",
            "SELECT pg_advisory_xact_lock(7896021)",
            "SELECT count(to_regclass('schema_version'))",
            "SELECT count(to_regclass('run'))");
}
