package dev.rowan.web.index;

import dev.rowan.landscape.export.RowSelection;
import java.util.List;
import java.util.Optional;

/// The matching tokens of a run, including future ones.
public final class TokenSelection implements RowSelection {
    /// Rows per read, and the largest gap between rows of one read.
    private static final int ROWS = 500;

    private static final long NEAR = 20;

    private final RowIndex index;
    private final RowFilter filter;

    TokenSelection(RowIndex index, RowFilter filter) {
        this.index = index;
        this.filter = filter;
    }

    @Override
    public Optional<Span> next(long row) {
        List<Long> rows = index.rowsAfter(filter, row, ROWS);
        if (rows.isEmpty()) {
            return Optional.empty();
        }
        long to = rows.getFirst();
        for (long each : rows) {
            if (each - to > NEAR) {
                break;
            }
            to = each;
        }
        return Optional.of(new Span(rows.getFirst(), to));
    }

    @Override
    public boolean wants(long row, int part) {
        return index.fits(filter, row, part);
    }

    /// Up to `max` matching rows after `row`, in order.
    public List<Long> rows(long row, int max) {
        return index.rowsAfter(filter, row, max);
    }

    /// Whether a token of the row matches.
    public boolean wants(long row) {
        return index.fits(filter, row);
    }
}
