package dev.rowan.api.config;

import java.util.Optional;

/// Where a setting was written: a file with line and column (from 1), or code.
///
/// `reference` is the text with `${…}` that stands there when the value came from the environment. Messages show it
/// and never the value, which may be a secret.
public record Place(String file, int line, int column, Optional<String> reference) {

    /// The place of settings that were built in Java code.
    public static final Place CODE = new Place("code", 0, 0);

    public Place(String file, int line, int column) {
        this(file, line, column, Optional.empty());
    }

    public Place withReference(String written) {
        return new Place(file, line, column, Optional.of(written));
    }

    @Override
    public String toString() {
        return line == 0 ? file : file + ":" + line + ":" + column;
    }
}
