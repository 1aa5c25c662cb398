package dev.rowan.landscape.purge;

/// Whether the deleted bytes are gone from the database files.
public sealed interface CleanupResult {

    record Clean() implements CleanupResult {}

    /// The values are deleted, but their bytes may remain in the files, because of `why`. The same purge tries
    /// again.
    record Later(String why) implements CleanupResult {}
}
