package dev.rowan.landscape.export;

import java.util.Optional;

/// The tokens to export, in row order.
public interface RowSelection {

    /// The next range with selected rows, after `row`.
    Optional<Span> next(long row);

    /// Whether the token is selected.
    boolean wants(long row, int part);

    /// The rows `from` to `to`, inclusive.
    record Span(long from, long to) {}
}
