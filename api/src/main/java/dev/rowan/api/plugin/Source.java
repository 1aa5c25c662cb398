package dev.rowan.api.plugin;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.schema.RowFields;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// Reads records one by one. Owned by the run's reader thread.
public interface Source extends AutoCloseable {

    /// One record; it counts as a row whether or not it is readable.
    sealed interface Item {

        /// The position of the record for people: `line 812`.
        String position();

        /// `id` is the record's own key, if a key field is configured.
        record Record(String position, Row row, Optional<String> id) implements Item {}

        /// An unreadable record; `raw` is its beginning.
        record Unreadable(String position, Reason reason, String raw) implements Item {}
    }

    /// Resolves secrets and addresses, once, before anything is checked or opened. Throws [PluginException] if
    /// something is missing.
    default void prepare(PluginSetup setup) throws IOException, InterruptedException {}

    /// Opens the input. Throws [PluginException] if it is missing, unreadable or a directory.
    void open() throws IOException;

    /// The next record, or empty at the end.
    Optional<Item> next() throws IOException, InterruptedException;

    /// Continues behind the record with this position, which an earlier process of the same run recorded. Called
    /// after [#open] and before [#next]. False if this source cannot: it is then read from its start, and the
    /// records before that are skipped.
    default boolean seek(String position) throws IOException, InterruptedException {
        return false;
    }

    /// The fields that rows are known to have: those of a header, or of the first records. Called at most once,
    /// after [#open] and before [#next].
    default RowFields fields() throws IOException, InterruptedException {
        return RowFields.UNKNOWN;
    }

    /// The fields known before the run, without [#open] and without consuming input; unknown if the input is
    /// remote, can be read only once, or does not exist yet. Throws [PluginException] for an input that this
    /// source can never read.
    default RowFields peek() throws IOException {
        return RowFields.UNKNOWN;
    }

    /// A fingerprint of the whole input: the SHA-256 of a file, the version of a blob. Called once, after [#open];
    /// empty if there is none, as for a pipe.
    default Optional<String> fingerprint() throws IOException {
        return Optional.empty();
    }

    /// How much of [#size] has been read, in the source's own unit.
    long progress();

    /// The total size, if known.
    OptionalLong size();

    /// A description of the input for people and the record: a path, an address.
    String describe();

    /// Where the credential for the input comes from, for the record, such as `instance metadata`; after [#prepare].
    default Optional<String> credential() {
        return Optional.empty();
    }

    /// The file that this source reads, if any: no sink may write it.
    default Optional<Path> file() {
        return Optional.empty();
    }

    /// Whether the input can be read only once, as standard input: a resumed run does not read it again.
    default boolean isTransient() {
        return false;
    }

    /// Whether a source of several files would also read `file`, which may not exist yet: no sink may write it.
    default boolean includes(Path file) {
        return false;
    }

    /// Jars outside of the class path that this source loads, such as a driver: the run records their hashes.
    default List<Path> libraries() throws IOException {
        return List.of();
    }

    @Override
    void close() throws IOException;
}
