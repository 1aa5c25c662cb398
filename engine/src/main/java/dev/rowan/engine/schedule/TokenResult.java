package dev.rowan.engine.schedule;

import dev.rowan.engine.release.FinishedRow;
import dev.rowan.engine.transform.NodeResult.OpenVisit;
import java.util.List;

/// What became of a walk.
sealed interface TokenResult {

    /// The row is through.
    record Ended(FinishedRow end) implements TokenResult {}

    /// The row is through, but tokens of it were rejected as every row may be: their visits are not recorded yet.
    record Rejected(FinishedRow.Detailed end, List<OpenVisit> visits) implements TokenResult {}

    /// A token of it waits for a batch service; `recorded` is the landscape's number of the last record of
    /// the others, and `rejected` are visits of theirs that are not recorded yet.
    record Parked(long recorded, List<OpenVisit> rejected) implements TokenResult {}
}
