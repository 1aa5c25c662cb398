package dev.rowan.cli.plugins;

import dev.rowan.api.config.Option;
import java.util.Optional;

/// The default of an option in pipeline syntax.
final class Defaults {
    private Defaults() {}

    static Optional<Object> of(Option<?> option) {
        return option.fallbackAsWritten().or(() -> character(option));
    }

    /// A single character has its own kind.
    private static Optional<Object> character(Option<?> option) {
        return option.fallback().filter(value -> value instanceof Character).map(String::valueOf);
    }
}
