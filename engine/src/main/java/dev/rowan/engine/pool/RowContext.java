package dev.rowan.engine.pool;

import dev.rowan.api.Row;

/// A row on its way through a pool: its values, the node state it belongs to, and its place among those
/// submitted.
public record RowContext(Row row, String stateId, int rowIndex) {}
