package dev.rowan.config;

import dev.rowan.api.config.ConfigLocation;
import dev.rowan.api.config.Problem;
import java.util.Optional;

/// Limits of a pipeline file, so that no file takes much time or memory. Owned by one thread.
final class Limits {
    private static final int MAX_DEPTH = 50;
    private static final int MAX_ALIASES = 20;
    private static final int MAX_VALUES = 100_000;
    private static final int MAX_PATH = 2_000;

    private int values;
    private int aliases;

    /// Counts a value, including one repeated by an alias.
    void value(ConfigLocation place, String path, int depth) throws UnreadableYamlException {
        check(depth <= MAX_DEPTH, place, "must not be nested deeper than " + MAX_DEPTH);
        check(++values <= MAX_VALUES, place, "must not hold more than 100,000 values, those of aliases included");
        check(path.length() <= MAX_PATH, place, "keys on the way to a value must not exceed 2,000 characters");
    }

    void alias(ConfigLocation place) throws UnreadableYamlException {
        check(++aliases <= MAX_ALIASES, place, "must not use more than " + MAX_ALIASES + " aliases");
    }

    private static void check(boolean holds, ConfigLocation place, String message) throws UnreadableYamlException {
        if (!holds) {
            throw new UnreadableYamlException(new Problem("config.limit", place, "", message, Optional.empty()));
        }
    }
}
