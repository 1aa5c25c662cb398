package dev.rowan.landscape.resume;

import dev.rowan.api.Outcome;
import dev.rowan.api.call.Usd;
import dev.rowan.api.plugin.Sink;
import java.util.Map;

/// The progress of a run when it was taken over.
///
/// `marks` has the last recorded mark of each sink; a sink without one was never opened. `spent` is the maximum
/// that the calls so far can have cost. `unknown` counts the attempts that the previous owner left open: each was
/// ended as unknown under the new epoch. Attempts in batch jobs stay open: `reserved` is their maximum cost, and
/// part of `spent`.
public record Recovered(
        int epoch,
        long rowsRead,
        long rowsEnded,
        Map<Outcome, Long> outcomes,
        Map<String, Sink.Mark> marks,
        Usd spent,
        long unknown,
        Usd reserved) {

    public Recovered {
        outcomes = Map.copyOf(outcomes);
        marks = Map.copyOf(marks);
    }
}
