package dev.rowan.web.index;

import dev.rowan.landscape.export.RowSelection;
import java.util.List;
import java.util.Optional;

/// The tokens of a run that fit a filter, as they are now and as they come.
public final class TokenSelection implements RowSelection {
    /// Rows that are read in one go, and how far apart two of them may be to be read together.
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

    /// Rows with a token that fits, in order: those behind `row`, `most` of them.
    public List<Long> rows(long row, int most) {
        return index.rowsAfter(filter, row, most);
    }

    /// Whether a token of the row fits.
    public boolean wants(long row) {
        return index.fits(filter, row);
    }
}
