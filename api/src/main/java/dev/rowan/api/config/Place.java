package dev.rowan.api.config;

/// Where a setting was written: a file with line and column (from 1), or code.
public record Place(String file, int line, int column) {

    /// The place of settings that were built in Java code.
    public static final Place CODE = new Place("code", 0, 0);

    @Override
    public String toString() {
        return line == 0 ? file : file + ":" + line + ":" + column;
    }
}
