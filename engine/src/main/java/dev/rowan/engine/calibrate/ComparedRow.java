package dev.rowan.engine.calibrate;

import dev.rowan.api.Row;
import java.math.BigDecimal;
import java.util.Optional;

/// A row before the gate, whether the models agree on it, and what asking the strong one costs. `agrees` is empty if
/// that did not answer, or if the answers have no field to compare.
record ComparedRow(Row row, Optional<Boolean> agrees, BigDecimal strongCost) {}
