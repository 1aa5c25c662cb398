package dev.rowan.engine.schedule;

import dev.rowan.engine.release.FinishedRow;
import dev.rowan.engine.transform.NodeResult.OpenVisit;
import java.util.List;

/// The result of running a row's tokens.
sealed interface TokenResult {

    /// Waits until the calls of tokens have ended whose join closed without them.
    interface OpenCalls {
        void await() throws InterruptedException;
    }

    OpenCalls openCalls();

    /// The row has ended.
    record Ended(FinishedRow end, OpenCalls openCalls) implements TokenResult {}

    /// The row has ended, but tokens were rejected in a way that may affect every row: their visits are not
    /// recorded yet.
    record Rejected(FinishedRow.Detailed end, List<OpenVisit> visits, OpenCalls openCalls) implements TokenResult {}

    /// A token waits for a batch service; `recorded` is the last record of the others, and `rejected` are their
    /// visits that are not recorded yet.
    record Parked(long recorded, List<OpenVisit> rejected, OpenCalls openCalls) implements TokenResult {}
}
