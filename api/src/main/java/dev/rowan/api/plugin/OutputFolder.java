package dev.rowan.api.plugin;

import java.io.IOException;
import java.util.Optional;

/// The directory, or the common prefix of objects, that an output is in. Used by one thread, after the sink is
/// prepared.
public interface OutputFolder {

    /// The content of a small file; empty if there is none.
    Optional<byte[]> read(String name) throws IOException;

    /// Writes a file as a whole, in place of any other of that name.
    void write(String name, byte[] content) throws IOException;

    /// Deletes a file, if it is there.
    void delete(String name) throws IOException;
}
