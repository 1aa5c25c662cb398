package dev.rowan.engine.schedule;

import dev.rowan.api.Outcome;
import dev.rowan.api.Reason;
import dev.rowan.engine.release.FinishedRow;
import dev.rowan.engine.release.TokenOutcome;
import dev.rowan.landscape.record.RowOrigin;
import dev.rowan.landscape.resume.PendingRow.PastCall;
import java.util.List;
import java.util.Optional;

/// Keeps rows out of the sinks in which nothing is new, if the run `runId` is to write `onlyChanged` rows: rows whose
/// answers are all those of earlier runs, and rows without an answer. Those that did not pass, and rows of groups, are
/// written in any case.
record UnchangedRows(boolean onlyChanged, String runId) {
    static final String CODE = "unchanged";

    private static final Reason REASON =
            Reason.of(CODE, "the row has no new answer, and the run writes only rows that have one");

    /// The result of a row, of which earlier processes made the `past` calls, and this one has seen `scope`.
    TokenResult apply(TokenResult result, RowScope scope, List<PastCall> past) {
        return switch (result) {
            case TokenResult.Ended(FinishedRow.Detailed row, var calls)
            when isUnchanged(row, scope, past) -> new TokenResult.Ended(discarded(row), calls);
            case TokenResult.Rejected(var row, var visits, var calls)
            when isUnchanged(row, scope, past) -> new TokenResult.Rejected(discarded(row), visits, calls);
            case TokenResult.Ended _, TokenResult.Rejected _, TokenResult.Parked _ -> result;
        };
    }

    private boolean isUnchanged(FinishedRow.Detailed row, RowScope scope, List<PastCall> past) {
        return onlyChanged
                && RowOrigin.aggregate(row.rowSeq()).isEmpty()
                && !scope.hasNewAnswer()
                && past.stream().noneMatch(this::isNew);
    }

    private boolean isNew(PastCall call) {
        return call.reply().filter(reply -> reply.status() / 100 == 2).isPresent()
                && call.source().map(cited -> cited.runId().equals(runId)).orElse(true);
    }

    private static FinishedRow.Detailed discarded(FinishedRow.Detailed row) {
        return new FinishedRow.Detailed(
                row.rowSeq(),
                row.readAt(),
                row.endedAt(),
                row.recorded(),
                row.tokens().stream().map(UnchangedRows::discarded).toList());
    }

    private static TokenOutcome discarded(TokenOutcome token) {
        return token.outcome() == Outcome.COMPLETED
                ? new TokenOutcome(
                        token.part(),
                        Outcome.DISCARDED,
                        Optional.empty(),
                        Optional.of(new TokenOutcome.Failure(Optional.empty(), "", REASON, 0)),
                        Optional.empty())
                : token;
    }
}
