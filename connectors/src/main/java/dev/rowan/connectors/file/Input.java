package dev.rowan.connectors.file;

import java.io.Closeable;
import java.io.IOException;
import java.util.OptionalLong;

/// Bytes that are read once, from front to back, wherever they lie.
public interface Input extends Closeable {

    /// What messages call it: a path or an address.
    String name();

    /// The size when it was opened, if it is known.
    OptionalLong size();

    /// Reads up to `length` bytes; a negative number says that there are no more.
    int read(byte[] into, int at, int length) throws IOException;
}
