package dev.rowan.connectors.file;

import dev.rowan.api.plugin.Source.Item;
import dev.rowan.api.schema.RowFields;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/// The records of an open input.
public interface InputRecords extends Closeable {

    Optional<Item> next() throws IOException;

    /// The number of input bytes before the next record.
    long taken();

    /// The beginning of a record that the input broke off in.
    default String rest() {
        return "";
    }

    /// The fields of every record, if the input declares them.
    default Optional<RowFields> header() {
        return Optional.empty();
    }

    /// Releases what is kept besides the input, which the source closes.
    @Override
    default void close() throws IOException {}
}
