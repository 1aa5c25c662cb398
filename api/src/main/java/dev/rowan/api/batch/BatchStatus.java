package dev.rowan.api.batch;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// A batch as its provider reports it. `providerState` is the provider's own name of the state.
///
/// `total` is the number of requests, as the provider counts them. `results` are present once it has ended with
/// any. `problems` are the reasons why it failed as a whole.
public record BatchStatus(
        String batchId,
        State state,
        String providerState,
        Optional<String> tag,
        Optional<Instant> createdAt,
        Optional<Instant> expiresAt,
        OptionalInt total,
        Optional<Counts> counts,
        List<ResultPart> results,
        List<Problem> problems) {

    public BatchStatus {
        results = List.copyOf(results);
        problems = List.copyOf(problems);
    }

    /// The same with another tag.
    public BatchStatus withTag(Optional<String> other) {
        return new BatchStatus(
                batchId, state, providerState, other, createdAt, expiresAt, total, counts, results, problems);
    }

    /// The state of a batch, the same for all providers.
    public enum State {
        /// Validating, queued, in progress or finalizing.
        RUNNING,
        CANCELLING,
        /// Finished; each request has its own result.
        COMPLETED,
        /// Rejected as a whole; no request was executed.
        FAILED,
        EXPIRED,
        CANCELLED,
        /// A state that is not known.
        STRANGE;

        public boolean isEnd() {
            return this == COMPLETED || this == FAILED || this == EXPIRED || this == CANCELLED;
        }
    }

    /// The provider's request counts.
    public record Counts(long succeeded, long failed, long unfinished) {}

    /// A file to download: the results, or the errors if they are separate. `ref` is the provider's name for it.
    public record ResultPart(Kind kind, String ref) {
        public enum Kind {
            RESULTS,
            ERRORS
        }
    }

    /// Why a batch failed, with the number (from 1) of the offending request line if known.
    public record Problem(String code, String message, OptionalInt line) {}

    /// Whether it failed because of a quota alone, so that it may pass later.
    public boolean isQuota() {
        return state == State.FAILED
                && !problems.isEmpty()
                && problems.stream().allMatch(problem -> problem.code().equals("token_limit_exceeded"));
    }
}
