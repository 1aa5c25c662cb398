package dev.rowan.landscape.store;

/// Explains unique constraint violations.
final class DuplicateKeyErrors {
    private DuplicateKeyErrors() {}

    static String message(String database, String error) {
        return database + " refused a record because " + what(error) + " (" + error + ")";
    }

    /// Identified by the table and columns (SQLite) or the index (PostgreSQL) in the error.
    private static String what(String error) {
        if (error.contains("call_intent")) {
            return "this attempt of a call was claimed already, and must not be sent again";
        }
        if (error.contains("call_end.attempt") || error.contains("call_end_once")) {
            return "this attempt of a call has its end already";
        }
        if (error.contains("call_end")) {
            return "a call has its answer already, and can have no second one";
        }
        if (error.contains("outcome")) {
            return "a token has a terminal outcome already";
        }
        if (error.contains("run_split")) {
            return "another writer opened the same split";
        }
        return error.contains("run_id") || error.contains("run.") ? "the run exists already" : "it exists already";
    }
}
