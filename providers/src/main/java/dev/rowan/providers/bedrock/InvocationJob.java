package dev.rowan.providers.bedrock;

import dev.rowan.api.batch.BatchStatus;
import dev.rowan.api.batch.BatchStatus.Counts;
import dev.rowan.api.batch.BatchStatus.Problem;
import dev.rowan.api.batch.BatchStatus.ResultPart;
import dev.rowan.api.batch.BatchStatus.State;
import dev.rowan.providers.reply.JsonTree;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A batch inference job as Bedrock reports it, alone or in a list. `output` is the URI below which its results are, in
/// a
/// folder named by its id.
record InvocationJob(
        String id,
        State state,
        String word,
        String message,
        Optional<String> tag,
        Optional<Instant> createdAt,
        Optional<Instant> expiresAt,
        Optional<String> output) {
    private static final Pattern ARN = Pattern.compile("(?:.*:model-invocation-job/)?([A-Za-z0-9]{1,64})");

    /// The job's name is its tag; behind a dot is how many batches were created for it before.
    private static final String BEFORE_NUMBER = ".";

    static String name(String tag, int earlier) {
        return earlier == 0 ? tag : tag + BEFORE_NUMBER + earlier;
    }

    private static String tag(String name) {
        int dot = name.lastIndexOf(BEFORE_NUMBER);
        return dot < 0 ? name : name.substring(0, dot);
    }

    /// Parses a job; empty if it has no id.
    static Optional<InvocationJob> read(JsonTree job) {
        return id(job).map(id -> {
            String word = job.at("status").text().orElse("");
            return new InvocationJob(
                    id,
                    state(word),
                    word,
                    job.at("message").text().orElse("no reason given"),
                    job.at("jobName").text().map(InvocationJob::tag),
                    job.at("submitTime").time(),
                    job.at("jobExpirationTime").time(),
                    job.at("outputDataConfig")
                            .at("s3OutputDataConfig")
                            .at("s3Uri")
                            .text());
        });
    }

    /// The id in an ARN, by which a job is found too.
    static Optional<String> id(JsonTree job) {
        return job.at("jobArn")
                .text()
                .map(ARN::matcher)
                .filter(Matcher::matches)
                .map(arn -> arn.group(1));
    }

    private static State state(String word) {
        return switch (word) {
            case "Submitted", "Validating", "Scheduled", "InProgress" -> State.RUNNING;
            case "Stopping" -> State.CANCELLING;
            case "Completed", "PartiallyCompleted" -> State.COMPLETED;
            case "Failed" -> State.FAILED;
            case "Stopped" -> State.CANCELLED;
            case "Expired" -> State.EXPIRED;
            default -> State.STRANGE;
        };
    }

    /// A job that has no results, or none yet.
    BatchStatus status() {
        return status(state, word, OptionalInt.empty(), Optional.empty(), List.of());
    }

    /// A job that has ended. A job that failed after it had results has expired, as far as its requests are concerned;
    /// results that were paid for but are missing need a person's attention.
    BatchStatus ended(Optional<String> folder, Optional<JsonTree> manifest) {
        State end = state == State.FAILED && folder.isPresent() ? State.EXPIRED : state;
        boolean isEmpty = state == State.COMPLETED && folder.isEmpty();
        Optional<Long> total =
                manifest.flatMap(counts -> counts.at("totalRecordCount").count());
        return status(
                isEmpty ? State.STRANGE : end,
                word + (isEmpty ? " without output" : ""),
                total.map(all -> OptionalInt.of((int) Math.min(all, Integer.MAX_VALUE)))
                        .orElse(OptionalInt.empty()),
                total.map(all -> counts(all, manifest.get())),
                folder.map(ref -> List.of(new ResultPart(ResultPart.Kind.RESULTS, ref)))
                        .orElse(List.of()));
    }

    private static Counts counts(long total, JsonTree manifest) {
        long succeeded = manifest.at("successRecordCount").count().orElse(0L);
        long failed = manifest.at("errorRecordCount").count().orElse(0L);
        return new Counts(succeeded, failed, Math.max(0, total - succeeded - failed));
    }

    private BatchStatus status(
            State shown, String shownWord, OptionalInt total, Optional<Counts> counts, List<ResultPart> results) {
        return new BatchStatus(
                id,
                shown,
                shownWord,
                tag,
                createdAt,
                expiresAt,
                total,
                counts,
                results,
                shown == State.FAILED ? List.of(new Problem(word, message, OptionalInt.empty())) : List.of());
    }
}
