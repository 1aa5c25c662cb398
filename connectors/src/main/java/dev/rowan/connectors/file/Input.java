package dev.rowan.connectors.file;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;

/// A sequential input of bytes.
public interface Input extends Closeable {

    /// Its name in messages: a path or an address.
    String name();

    /// The size when it was opened, if known.
    OptionalLong size();

    /// A fingerprint of the whole input; empty if unavailable. Consumes nothing.
    Optional<String> fingerprint() throws IOException;

    /// Reads up to `length` bytes; negative at the end.
    int read(byte[] into, int at, int length) throws IOException;
}
