package dev.rowan.connectors.file;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// A sequential input of bytes.
public interface Input extends Closeable {

    /// Its name in messages: a path or an address.
    String name();

    /// Reads up to `length` bytes; negative at the end.
    int read(byte[] into, int at, int length) throws IOException;

    /// The local file with exactly these bytes, if there is one.
    default Optional<Path> file() {
        return Optional.empty();
    }
}
