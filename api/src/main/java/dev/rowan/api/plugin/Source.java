package dev.rowan.api.plugin;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.schema.RowFields;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/// Reads records one after the other. Owned by the run's reader thread.
public interface Source extends AutoCloseable {

    /// One record: readable or not, it counts as a row.
    sealed interface Item {

        /// Where the record begins, in words for people: `line 812`.
        String position();

        /// `id` is the record's own key, where the source was told which field that is.
        record Record(String position, Row row, Optional<String> id) implements Item {}

        /// A record that could not be read; `raw` is its beginning, as far as it is worth keeping.
        record Unreadable(String position, Reason reason, String raw) implements Item {}
    }

    /// Takes from the run what it needs, once, before anything is checked or opened: secrets, addresses. What is
    /// missing is a [PluginException].
    default void prepare(PluginSetup setup) throws IOException, InterruptedException {}

    /// Opens the input; what is wrong with it (missing, unreadable, a folder) is a [PluginException].
    void open() throws IOException;

    /// The next record, or empty at the end.
    Optional<Item> next() throws IOException, InterruptedException;

    /// The fields that its rows are known to have: those of a header, or of the first records. Asked for at most once,
    /// after [#open] and before [#next].
    default RowFields fields() throws IOException, InterruptedException {
        return RowFields.UNKNOWN;
    }

    /// What a look at the input tells of its rows before the run, without [#open] and without taking anything from
    /// it; nothing is known where the input is elsewhere, can be read only once, or is not there yet. An input that
    /// this source can never read is a [PluginException].
    default RowFields peek() throws IOException {
        return RowFields.UNKNOWN;
    }

    /// What the whole input is, in a word that changes when it does: the SHA-256 of a file, the version of a
    /// blob. Asked for once, after [#open]; empty where the input cannot tell, such as a pipe.
    default Optional<String> fingerprint() throws IOException {
        return Optional.empty();
    }

    /// How much of [#size] has been read, in the source's own unit.
    long progress();

    /// The whole amount, when it is known.
    OptionalLong size();

    /// The input in words for people and the record: a path, an address.
    String describe();

    /// The file this source reads, when it is one: no sink may write it.
    default Optional<Path> file() {
        return Optional.empty();
    }

    @Override
    void close() throws IOException;
}
