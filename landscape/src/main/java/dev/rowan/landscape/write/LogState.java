package dev.rowan.landscape.write;

import dev.rowan.landscape.chain.Chain;
import dev.rowan.landscape.chain.LogKey;
import dev.rowan.landscape.fold.RunCounts;

/// The state of a log: its chain, the counts of its events, and the number of events since its last head. Owned by
/// the thread that writes the log.
record LogState(LogKey log, Chain chain, RunCounts tally, long sinceHead) {

    /// A log without events.
    static LogState empty(LogKey log) {
        return new LogState(log, new Chain(log), new RunCounts(), 0);
    }
}
