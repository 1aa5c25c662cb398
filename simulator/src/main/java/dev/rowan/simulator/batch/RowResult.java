package dev.rowan.simulator.batch;

import dev.rowan.simulator.service.ModelReply;
import dev.rowan.simulator.service.Refusal;

/// The result of one row.
public sealed interface RowResult {

    /// It was answered, and is billed.
    record Done(ModelReply answered) implements RowResult {}

    /// It was rejected, and is not billed.
    record Refused(Refusal refusal) implements RowResult {}

    /// The job ended before its turn came.
    record NotRun(SimulatedJobState end) implements RowResult {}
}
