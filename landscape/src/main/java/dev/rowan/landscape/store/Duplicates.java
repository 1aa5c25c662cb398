package dev.rowan.landscape.store;

/// What it means that the database refused a record as a second one of its kind.
final class Duplicates {
    private Duplicates() {}

    static String words(String database, String error) {
        String what = error.contains("outcome")
                ? "a token has a terminal outcome already"
                : error.contains("run_id") || error.contains("run.") ? "the run exists already" : "it exists already";
        return database + " refused a record because " + what + " (" + error + ")";
    }
}
