package dev.rowan.cli.terminal;

/// Code points from `first` to `last`, inclusive.
record Range(int first, int last) {
    boolean holds(int c) {
        return c >= first && c <= last;
    }
}
