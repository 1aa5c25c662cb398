package dev.rowan.connectors.file;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import java.util.List;
import java.util.Optional;

/// A storage that a path names by a scheme, as in `s3://bucket/key`. Found by `ServiceLoader`.
public interface StorageProvider {

    List<String> schemes();

    /// The keys of the section `storage` that apply to it.
    Options options();

    /// Where a source reads.
    Origin origin(Location location);

    /// Where a sink writes output of this media type; empty if the storage can only be read.
    Optional<Destination> destination(Location location, String mediaType);

    /// A path with a scheme, and the section `storage`, which has the keys of [#options]. What is wrong with the
    /// path goes to `problems`.
    record Location(String path, Section storage, PathProblems problems) {}

    /// Collects what is wrong with a path.
    @FunctionalInterface
    interface PathProblems {
        void add(String message);
    }
}
