package dev.rowan.engine.startup;

import dev.rowan.api.Outcome;
import dev.rowan.engine.call.Replay;
import dev.rowan.landscape.LandscapeReader;
import java.util.Map;
import java.util.Set;

/// How a run begins: with the first row of its source, or with what another process left.
public sealed interface RunStartMode {

    /// A run of its own, from the first row.
    record Fresh() implements RunStartMode {}

    /// Goes on with a run that was stopped or killed. `acceptChanges` is the operator's word that rows may come to
    /// something else from here on, because the pipeline or its input is not what it was.
    record Resumed(String runId, boolean acceptChanges) implements RunStartMode {}

    /// A continuation of another run: its rows that ended with one of `outcomes` go through again, under the numbers
    /// they had there.
    record Retried(String runId, Set<Outcome> outcomes) implements RunStartMode {
        public Retried {
            outcomes = Set.copyOf(outcomes);
        }
    }

    /// Repeats another run from its record: its rows that have an outcome, as they were read, in the order they
    /// left. The source is not opened. `record` is read by the run until it ends, and stays the caller's to close.
    ///
    /// `nodes` gives the number in that run of each node of this one that was part of it.
    record Replayed(String runId, LandscapeReader record, Replay replay, Map<Integer, Integer> nodes)
            implements RunStartMode {
        public Replayed {
            nodes = Map.copyOf(nodes);
        }
    }
}
