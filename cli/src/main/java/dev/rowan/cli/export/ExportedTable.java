package dev.rowan.cli.export;

import java.util.Locale;

/// The tables that can be exported.
enum ExportedTable {
    RUNS("run"),
    ROWS("row"),
    CALLS("attempt"),
    COSTS("line");

    private final String thing;

    ExportedTable(String thing) {
        this.thing = thing;
    }

    /// What one record of it is.
    String thing() {
        return thing;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
