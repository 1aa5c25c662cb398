package dev.rowan.cli.export;

import java.util.Locale;

/// The exportable tables.
enum ExportedTable {
    RUNS("run"),
    ROWS("row"),
    CALLS("attempt"),
    COSTS("line");

    private final String thing;

    ExportedTable(String thing) {
        this.thing = thing;
    }

    /// The name of one record.
    String thing() {
        return thing;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
