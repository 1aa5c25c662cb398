package dev.rowan.landscape.purge;

/// Whether the files of the database are rid of what was deleted.
public sealed interface CleanupResult {

    record Clean() implements CleanupResult {}

    /// The values are deleted, but their bytes may still lie in the files, because of `why`. Purging again, with the
    /// same words, tries once more.
    record Later(String why) implements CleanupResult {}
}
