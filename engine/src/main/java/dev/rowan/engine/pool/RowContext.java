package dev.rowan.engine.pool;

import dev.rowan.api.Row;

/// A row in a pool: its values, its node state, and its index among those submitted.
public record RowContext(Row row, String stateId, int rowIndex) {}
