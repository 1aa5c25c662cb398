package dev.rowan.engine.run;

/// What became of a walk.
sealed interface Walked {

    /// The row is through.
    record Ended(RowEnd end) implements Walked {}

    /// A token of it waits for a batch service; `recorded` is the landscape's number of the last record of
    /// the others.
    record Parked(long recorded) implements Walked {}
}
