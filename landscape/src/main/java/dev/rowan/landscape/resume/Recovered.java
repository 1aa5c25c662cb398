package dev.rowan.landscape.resume;

import dev.rowan.api.Outcome;
import dev.rowan.api.call.Usd;
import dev.rowan.api.plugin.Sink;
import java.util.Map;

/// How far a run had come when it was taken over.
///
/// `marks` has the last recorded mark of each sink; a sink without one was never opened. `spent` is the most that the
/// calls so far can have cost. `unknown` is the number of attempts that the owner before had begun and not ended: each
/// has been ended as unknown, under the new epoch.
public record Recovered(
        int epoch,
        long rowsRead,
        long rowsEnded,
        Map<Outcome, Long> outcomes,
        Map<String, Sink.Mark> marks,
        Usd spent,
        long unknown) {

    public Recovered {
        outcomes = Map.copyOf(outcomes);
        marks = Map.copyOf(marks);
    }
}
