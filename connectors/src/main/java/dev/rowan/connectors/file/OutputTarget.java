package dev.rowan.connectors.file;

import dev.rowan.api.plugin.PluginException;
import java.io.IOException;
import java.util.Optional;

/// Where a sink writes bytes.
public interface OutputTarget {

    /// Appends the first `length` of `bytes`. If that fails, the target is unchanged.
    void write(byte[] bytes, int length) throws IOException;

    /// Whether bytes become durable in parts only, such as those of a multipart upload. Writes then are the same in
    /// every run with the same rows, and end with a row; nothing is flushed for a [#sync].
    default boolean hasParts() {
        return false;
    }

    /// Whether a [#sync] now makes all bytes durable that were written so far. A target with parts decides by the
    /// number of bytes since the last part whether it ends one here. Called after each write.
    default boolean endPart() throws IOException {
        return true;
    }

    /// What a resume needs besides the bytes, for the mark at the last end of a part.
    default Optional<String> state() {
        return Optional.empty();
    }

    /// Makes everything durable up to the last end of a part, or everything written if there are no parts.
    void sync() throws IOException;

    /// Makes everything durable; the output is complete.
    default void finish() throws IOException {
        sync();
    }

    /// Closes the target and truncates it to `durable` bytes.
    void close(long durable) throws IOException;

    /// The failure as a message with advice; the first `safe` rows are durable.
    PluginException failed(IOException failure, long safe);
}
