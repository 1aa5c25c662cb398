package dev.rowan.connectors.file;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;

/// Bytes that are read once, from front to back, wherever they lie.
public interface Input extends Closeable {

    /// What messages call it: a path or an address.
    String name();

    /// The size when it was opened, if it is known.
    OptionalLong size();

    /// What the whole of it is, in a word that changes when it does; empty where that cannot be told. Reads nothing of
    /// what [#read] will give.
    Optional<String> fingerprint() throws IOException;

    /// Reads up to `length` bytes; a negative number says that there are no more.
    int read(byte[] into, int at, int length) throws IOException;
}
