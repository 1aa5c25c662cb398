package dev.rowan.api.config;

import java.util.Optional;

/// Where a setting was written: a file with line and column (from 1), or code.
///
/// `reference` is the original text with `${…}` if the value came from the environment. Messages show it instead
/// of the value, which may be a secret.
public record ConfigLocation(String file, int line, int column, Optional<String> reference) {

    /// The location of settings built in Java code.
    public static final ConfigLocation CODE = new ConfigLocation("code", 0, 0, Optional.empty());

    public ConfigLocation withReference(String written) {
        return new ConfigLocation(file, line, column, Optional.of(written));
    }

    @Override
    public String toString() {
        return line == 0 ? file : file + ":" + line + ":" + column;
    }
}
