package dev.rowan.api.batch;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// A batch as its provider shows it. `word` is the provider's own for the state. Of what it does not tell,
/// nothing is made up.
///
/// `total` is the number of requests it counts. `results` are there when it has ended and something came of
/// it. `problems` say why it failed as a whole.
public record BatchStatus(
        String batchId,
        State state,
        String word,
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

    /// Where a batch stands, in words that fit all providers.
    public enum State {
        /// Checked, waiting, worked on or finishing.
        RUNNING,
        CANCELLING,
        /// Ended by itself; each request has its own end.
        COMPLETED,
        /// Refused as a whole; no request was carried out.
        FAILED,
        EXPIRED,
        CANCELLED,
        /// A word that is not known.
        STRANGE;

        public boolean isEnd() {
            return this == COMPLETED || this == FAILED || this == EXPIRED || this == CANCELLED;
        }
    }

    /// How many requests are how far, as the provider counts them.
    public record Counts(long succeeded, long failed, long unfinished) {}

    /// Something to download: the results, or the errors where they are apart. `ref` is the provider's name
    /// for it.
    public record ResultPart(Kind kind, String ref) {
        public enum Kind {
            RESULTS,
            ERRORS
        }
    }

    /// Why a batch failed, with the line of the requests that is to blame, from 1, where that is told.
    public record Problem(String code, String message, OptionalInt line) {}

    /// Whether it failed for want of room alone, so that the same may pass later.
    public boolean isQuota() {
        return state == State.FAILED
                && !problems.isEmpty()
                && problems.stream().allMatch(problem -> problem.code().equals("token_limit_exceeded"));
    }
}
