package dev.rowan.landscape.export;

import java.util.Optional;

/// Which tokens of a run are exported, told in the order of rows.
public interface RowSelection {

    /// The next stretch of rows with chosen ones in it, behind `row`.
    Optional<Span> next(long row);

    /// Whether the token is chosen.
    boolean wants(long row, int part);

    /// The rows `from` to `to`, inclusive.
    record Span(long from, long to) {}
}
