package dev.rowan.engine.startup;

import dev.rowan.api.Outcome;
import dev.rowan.engine.call.Replay;
import dev.rowan.landscape.LandscapeReader;
import java.util.Map;
import java.util.Set;

/// How a run starts: with the first row of its source, or from the record of another process or run.
public sealed interface RunStartMode {

    /// A new run, from the first row.
    record Fresh() implements RunStartMode {}

    /// Resumes a run that was stopped or killed. `acceptChanges` is the operator's permission to resume although
    /// the pipeline or its input has changed.
    record Resumed(String runId, boolean acceptChanges) implements RunStartMode {}

    /// A continuation of another run: its rows with one of `outcomes` go through again, under the same numbers.
    record Retried(String runId, Set<Outcome> outcomes) implements RunStartMode {
        public Retried {
            outcomes = Set.copyOf(outcomes);
        }
    }

    /// Replays another run from its record: its rows with an outcome, as they were read, in the order of release.
    /// The source is not opened. The caller closes `record` after the run.
    ///
    /// `nodes` gives the number in that run of each node of this one that was part of it.
    record Replayed(String runId, LandscapeReader record, Replay replay, Map<Integer, Integer> nodes)
            implements RunStartMode {
        public Replayed {
            nodes = Map.copyOf(nodes);
        }
    }
}
