package dev.rowan.connectors.file;

import dev.rowan.api.plugin.PluginSetup;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Where a source reads its bytes: a storage with one or several parts.
public interface Origin {

    /// Resolves secrets, once.
    default void prepare(PluginSetup setup) throws IOException, InterruptedException {}

    /// The parts in the order to read them, at least one.
    List<InputPart> list() throws IOException;

    /// Whether there may be several parts, so that positions must name theirs.
    default boolean isMultiple() {
        return false;
    }

    /// Whether it can be read before a run, and again.
    default boolean isRepeatable() {
        return false;
    }

    /// Whether it can be read only once, by one process.
    default boolean isTransient() {
        return false;
    }

    /// A description for people and the record.
    String describe();

    /// Where its credential comes from, for the record, after [#prepare].
    default Optional<String> credential() {
        return Optional.empty();
    }

    /// The file, if it is one.
    default Optional<Path> file() {
        return Optional.empty();
    }

    /// Whether `file` is, or would be if it existed, one of several parts.
    default boolean includes(Path file) {
        return false;
    }
}
