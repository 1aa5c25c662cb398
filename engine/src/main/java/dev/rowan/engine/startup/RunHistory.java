package dev.rowan.engine.startup;

import dev.rowan.engine.call.EarlierAnswers;
import dev.rowan.engine.call.SinceAnswers;
import dev.rowan.landscape.history.CallTotals;
import dev.rowan.landscape.record.Sample;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What earlier processes and runs did.
///
/// @param calls the totals of the calls that earlier processes of this run made
/// @param generation how often the rows went through in other runs
/// @param started when the run started, in whichever process
/// @param lastSample the last sample of the process before, with the calls that ended after it
/// @param earlierAnswers the answers of the run that this one continues
/// @param sinceAnswers the answers of the run since which this one asks only for what has changed
/// @param onlyChanged whether rows without a new answer are not written
/// @param accounts the fingerprints of the credentials that earlier processes had
/// @param discardedJobs batch jobs whose answers the changed pipeline does not use
/// @param olderRequests the numbers of control requests that the process before left unanswered
public record RunHistory(
        CallTotals calls,
        int generation,
        Instant started,
        Optional<Sample> lastSample,
        Optional<EarlierAnswers> earlierAnswers,
        Optional<SinceAnswers> sinceAnswers,
        boolean onlyChanged,
        Set<String> accounts,
        List<Long> discardedJobs,
        Set<Long> olderRequests) {
    public RunHistory {
        accounts = Set.copyOf(accounts);
        discardedJobs = List.copyOf(discardedJobs);
        olderRequests = Set.copyOf(olderRequests);
    }

    /// The history of a run that starts now, with the answers of the run that it continues, if it does.
    static RunHistory startedAt(Instant now, int generation, Optional<EarlierAnswers> earlierAnswers) {
        return new RunHistory(
                CallTotals.NONE,
                generation,
                now,
                Optional.empty(),
                earlierAnswers,
                Optional.empty(),
                false,
                Set.of(),
                List.of(),
                Set.of());
    }

    /// The same with the fingerprints of the credentials that other processes of the run have.
    RunHistory withAccounts(Set<String> others) {
        return new RunHistory(
                calls,
                generation,
                started,
                lastSample,
                earlierAnswers,
                sinceAnswers,
                onlyChanged,
                others,
                discardedJobs,
                olderRequests);
    }

    /// The same with the answers of the run since which this one asks only for what has changed.
    RunHistory with(Optional<SinceAnswers> answers, boolean onlyChangedRows) {
        return new RunHistory(
                calls,
                generation,
                started,
                lastSample,
                earlierAnswers,
                answers,
                onlyChangedRows,
                accounts,
                discardedJobs,
                olderRequests);
    }
}
