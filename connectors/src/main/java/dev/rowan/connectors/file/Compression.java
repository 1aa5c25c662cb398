package dev.rowan.connectors.file;

import java.util.Locale;

/// How the bytes of a part are compressed.
public enum Compression {
    /// By the end of the name: `.gz` or `.zst`.
    AUTO,
    NONE,
    GZIP,
    ZSTD;

    /// The compression of a part called `name`.
    Compression of(String name) {
        if (this != AUTO) {
            return this;
        }
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.endsWith(".gz") ? GZIP : lower.endsWith(".zst") ? ZSTD : NONE;
    }
}
