package dev.rowan.connectors.file;

import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.PatternSyntaxException;

/// A pattern of keys in an object store, as of the names of files; or all keys directly under a prefix that ends
/// with a slash. Keys that end with a slash stand for directories and never match.
public final class KeyGlob {
    private final String prefix;
    private final FileGlob glob;
    private final boolean deep;

    private KeyGlob(String prefix, String pattern) {
        this.prefix = prefix;
        this.glob = FileGlob.of(Path.of(""), pattern);
        this.deep = pattern.contains("/") || pattern.contains("**");
    }

    /// The pattern or prefix in `key`; empty if it is a single key.
    public static Optional<KeyGlob> of(String key) {
        if (key.isEmpty() || key.endsWith("/")) {
            return Optional.of(new KeyGlob(key, "*"));
        }
        if (!FileGlob.isPattern(key)) {
            return Optional.empty();
        }
        String fixed = FileGlob.fixedPart(key);
        return Optional.of(new KeyGlob(fixed, key.substring(fixed.length())));
    }

    /// What is wrong with `key` as a pattern.
    public static Optional<String> problem(String key) {
        try {
            of(key);
            return Optional.empty();
        } catch (PatternSyntaxException e) {
            return Optional.of("must be a key or a pattern: " + e.getDescription());
        }
    }

    /// The beginning of all matching keys.
    public String prefix() {
        return prefix;
    }

    /// Whether keys with further slashes may match.
    public boolean isDeep() {
        return deep;
    }

    public boolean matches(String key) {
        return key.startsWith(prefix)
                && key.length() > prefix.length()
                && !key.endsWith("/")
                && key.indexOf('\0') < 0
                && glob.matches(Path.of(key.substring(prefix.length())));
    }
}
