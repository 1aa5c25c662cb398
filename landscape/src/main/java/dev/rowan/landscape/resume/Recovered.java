package dev.rowan.landscape.resume;

import dev.rowan.api.Outcome;
import dev.rowan.api.call.Usd;
import dev.rowan.api.plugin.Sink;
import java.util.Map;

/// How far a run had come when it was taken over.
///
/// `marks` has the last recorded mark of each sink; a sink without one was never opened. `spent` is the most
/// that the calls so far can have cost. `unknown` is the number of attempts that the owner before had begun
/// and not ended: each has been ended as unknown, under the new epoch. Attempts in jobs of batch services
/// stay open: `reserved` is what these may cost at most, and is part of `spent`.
public record Recovered(
        int epoch,
        long rowsRead,
        long rowsEnded,
        Map<Outcome, Long> outcomes,
        Map<String, Sink.Mark> marks,
        Usd spent,
        long unknown,
        Usd reserved) {

    /// A run without jobs of batch services.
    public Recovered(
            int epoch,
            long rowsRead,
            long rowsEnded,
            Map<Outcome, Long> outcomes,
            Map<String, Sink.Mark> marks,
            Usd spent,
            long unknown) {
        this(epoch, rowsRead, rowsEnded, outcomes, marks, spent, unknown, Usd.ZERO);
    }

    public Recovered {
        outcomes = Map.copyOf(outcomes);
        marks = Map.copyOf(marks);
    }
}
