package dev.rowan.cli.terminal;

import dev.rowan.engine.report.Figures;
import java.util.ArrayList;
import java.util.List;

/// Row numbers as ranges: `row 4`, `rows 1-3, 5`.
public final class RowRanges {
    private static final int SHOWN = 8;

    private RowRanges() {}

    /// `rows` are in ascending order.
    public static String text(List<Long> rows) {
        var ranges = new ArrayList<String>();
        int counted = 0;
        for (int from = 0; from < rows.size() && ranges.size() < SHOWN; ) {
            int to = from;
            while (to + 1 < rows.size() && rows.get(to + 1) == rows.get(to) + 1) {
                to++;
            }
            ranges.add(from == to ? String.valueOf(rows.get(from)) : rows.get(from) + "-" + rows.get(to));
            counted = to + 1;
            from = to + 1;
        }
        int more = rows.size() - counted;
        return (rows.size() == 1 ? "row " : "rows ")
                + String.join(", ", ranges)
                + (more > 0 ? " and " + Figures.count(more) + " more" : "");
    }
}
