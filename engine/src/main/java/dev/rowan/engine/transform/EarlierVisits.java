package dev.rowan.engine.transform;

import dev.rowan.landscape.resume.PendingRow.Branching;
import dev.rowan.landscape.resume.PendingRow.PastCall;
import dev.rowan.landscape.resume.PendingRow.PastFailure;
import java.util.List;
import java.util.Optional;

/// What earlier processes of the run did with a token at a node: the number of its visits, how many of these the
/// transform itself ended, and the calls of its row.
///
/// In a replay, these are the calls of the row in the original run, `failures` its visits that did not pass, and
/// `replayed` what its joins decided and where its tokens have been.
public record EarlierVisits(
        int visits, int ended, List<PastCall> calls, List<PastFailure> failures, Optional<Branching> replayed) {
    public static final EarlierVisits NOTHING = new EarlierVisits(0, 0, List.of(), List.of(), Optional.empty());

    public EarlierVisits {
        calls = List.copyOf(calls);
        failures = List.copyOf(failures);
    }

    /// The number of visits that stops ended: they use up no attempt.
    int stopped() {
        return visits - ended;
    }

    /// The same for later nodes, or another token of the row.
    public EarlierVisits beyond() {
        return visits == 0 ? this : new EarlierVisits(0, 0, calls, failures, replayed);
    }

    /// The visit of a token to a node that did not pass in the run that is replayed.
    public Optional<PastFailure> failure(int part, int node) {
        for (PastFailure failure : failures) {
            if (failure.part() == part && failure.node() == node) {
                return Optional.of(failure);
            }
        }
        return Optional.empty();
    }
}
