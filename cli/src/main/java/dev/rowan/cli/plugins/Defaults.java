package dev.rowan.cli.plugins;

import dev.rowan.api.config.Option;
import java.util.Optional;

/// The default of an option as the file would hold it.
final class Defaults {
    private Defaults() {}

    static Optional<Object> of(Option<?> option) {
        return option.fallbackAsWritten().or(() -> character(option));
    }

    /// A single character, which is a kind of its own.
    private static Optional<Object> character(Option<?> option) {
        return option.fallback().filter(value -> value instanceof Character).map(String::valueOf);
    }
}
