package dev.rowan.cli.terminal;

/// Code points from `first` to `last`, both inside.
record Range(int first, int last) {
    boolean holds(int c) {
        return c >= first && c <= last;
    }
}
