package dev.rowan.cli.reconcile;

import java.util.Locale;

/// The kinds of tokens that are billed apart. `INPUT` is what neither comes from a cache nor goes to one.
enum TokenKind {
    INPUT,
    CACHED_INPUT,
    WRITE_5M,
    WRITE_30M,
    WRITE_1H,
    OUTPUT;

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
