package dev.rowan.connectors.file;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;

/// One file, blob or stream of an origin.
public interface InputPart {

    /// Its name in messages: a path or an address.
    String name();

    /// Its name in rows and positions, with slashes: relative to the pipeline file's directory unless it was given
    /// otherwise.
    String path();

    /// The size when it was listed, if known.
    OptionalLong size();

    /// A fingerprint of its content; empty if it can be read only once.
    Optional<String> fingerprint() throws IOException;

    /// Opens it. Throws if it is no longer what was listed.
    Input open() throws IOException;

    /// Opens it at `offset` bytes behind its start; empty if it can be read only from there.
    default Optional<Input> openAt(long offset) throws IOException {
        return Optional.empty();
    }

    /// Throws if its content has changed since it was listed.
    default void verifyUnchanged() throws IOException {}
}
