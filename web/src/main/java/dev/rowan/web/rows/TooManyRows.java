package dev.rowan.web.rows;

import dev.rowan.engine.report.Figures;
import dev.rowan.web.index.RowIndexes;
import dev.rowan.web.read.LandscapeLocation;

/// The message for a run whose index does not fit into memory.
final class TooManyRows {
    private static final long MEBI = 1 << 20;

    private TooManyRows() {}

    static String message(RunView view, long max, LandscapeLocation location) {
        long rows = view.run().rowsRead();
        return "This run has " + Figures.count(rows) + " rows. Filtering and sorting them takes "
                + Figures.count(RowIndexes.bytes(rows) / MEBI) + " MiB of memory, more than the limit of "
                + Figures.count(max / MEBI) + ": give the server more (ROWAN_JAVA_OPTS=-Xmx"
                + (3 * RowIndexes.bytes(rows) / MEBI / 1024 + 1)
                + "g), open a row by its number, search for a text, or use `" + location.withCommands("rowan export")
                + "`.";
    }
}
