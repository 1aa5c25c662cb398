package dev.rowan.web.rows;

import dev.rowan.web.index.RowIndexes;
import dev.rowan.web.read.LandscapePlace;
import dev.rowan.web.text.DisplayText;

/// What is said of a run whose rows do not fit into memory.
final class TooManyRows {
    private static final long MEBI = 1 << 20;

    private TooManyRows() {}

    static String words(RunView view, long most, LandscapePlace place) {
        long rows = view.run().rowsRead();
        return "This run has " + DisplayText.count(rows) + " rows. To filter and sort them takes "
                + DisplayText.count(RowIndexes.bytes(rows) / MEBI) + " MiB of memory, and there may be "
                + DisplayText.count(most / MEBI) + ": give the server more (ROWAN_JAVA_OPTS=-Xmx"
                + (3 * RowIndexes.bytes(rows) / MEBI / 1024 + 1)
                + "g), open a row by its number, search for a text, or use `" + place.withCommands("rowan export")
                + "`.";
    }
}
