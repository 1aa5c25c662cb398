package dev.rowan.providers.vertex;

import dev.rowan.api.batch.BatchStatus;
import dev.rowan.api.batch.BatchStatus.Counts;
import dev.rowan.api.batch.BatchStatus.Problem;
import dev.rowan.api.batch.BatchStatus.ResultPart;
import dev.rowan.api.batch.BatchStatus.State;
import dev.rowan.providers.bucket.BucketAddress;
import dev.rowan.providers.reply.JsonTree;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Parses batch prediction jobs. Long numbers are strings, and numbers that are 0 are left out.
final class PredictionJob {
    /// The label with the tag of a submission.
    static final String TAG = "rowan_tag";

    private static final Pattern NAME = Pattern.compile("(?:.*/batchPredictionJobs/)?([A-Za-z0-9_-]{1,100})");
    private static final String PREFIX = "JOB_STATE_";
    private static final String NO_ROOM = "token_limit_exceeded";
    private static final long RESOURCE_EXHAUSTED = 8;

    private PredictionJob() {}

    /// The job in `body`, whose results are in `bucket`; empty if it has no name.
    static Optional<BatchStatus> status(JsonTree body, BucketAddress bucket) {
        return body.at("name")
                .text()
                .map(NAME::matcher)
                .filter(Matcher::matches)
                .map(name -> status(name.group(1), body, bucket));
    }

    /// A job that failed after it had results has expired, as far as its requests are concerned; results that were paid
    /// for but are missing need a person's attention.
    private static BatchStatus status(String id, JsonTree body, BucketAddress bucket) {
        String word = body.at("state").text().orElse("");
        State told = state(word);
        Optional<String> folder = body.at("outputInfo")
                .at("gcsOutputDirectory")
                .text()
                .flatMap(bucket::key)
                .map(key -> key.endsWith("/") ? key : key + "/");
        Optional<Counts> counts = told.isEnd() ? counts(body.at("completionStats")) : Optional.empty();
        boolean hasAny = counts.filter(known -> known.succeeded() > 0).isPresent() && folder.isPresent();
        boolean isEmpty = told == State.COMPLETED && folder.isEmpty();
        State state = isEmpty ? State.STRANGE : told == State.FAILED && hasAny ? State.EXPIRED : told;
        return new BatchStatus(
                id,
                state,
                word + (isEmpty ? " without output" : ""),
                body.at("labels").at(TAG).text().or(() -> body.at("displayName").text()),
                body.at("createTime").time(),
                Optional.empty(),
                counts.map(PredictionJob::total).orElse(OptionalInt.empty()),
                counts,
                state.isEnd() && state != State.FAILED
                        ? folder.map(ref -> List.of(new ResultPart(ResultPart.Kind.RESULTS, ref)))
                                .orElse(List.of())
                        : List.of(),
                state == State.FAILED ? List.of(problem(body.at("error"))) : List.of());
    }

    private static State state(String word) {
        return switch (word.startsWith(PREFIX) ? word.substring(PREFIX.length()) : "") {
            case "QUEUED", "PENDING", "RUNNING", "PAUSED", "UPDATING" -> State.RUNNING;
            case "CANCELLING" -> State.CANCELLING;
            case "SUCCEEDED", "PARTIALLY_SUCCEEDED" -> State.COMPLETED;
            case "FAILED" -> State.FAILED;
            case "CANCELLED" -> State.CANCELLED;
            case "EXPIRED" -> State.EXPIRED;
            default -> State.STRANGE;
        };
    }

    private static OptionalInt total(Counts counts) {
        long all = counts.succeeded() + counts.failed() + counts.unfinished();
        return OptionalInt.of((int) Math.min(all, Integer.MAX_VALUE));
    }

    /// Empty if the job does not count; a number of unfinished requests below 0 is unknown.
    private static Optional<Counts> counts(JsonTree stats) {
        if (!stats.isObject() || number(stats.at("incompleteCount")) < 0) {
            return Optional.empty();
        }
        return Optional.of(new Counts(
                number(stats.at("successfulCount")),
                number(stats.at("failedCount")),
                number(stats.at("incompleteCount"))));
    }

    private static long number(JsonTree told) {
        return told.count()
                .or(() -> told.text()
                        .filter(text -> text.matches("-?[0-9]{1,18}"))
                        .map(Long::parseLong))
                .orElse(0L);
    }

    private static Problem problem(JsonTree error) {
        long code = number(error.at("code"));
        return new Problem(
                code == RESOURCE_EXHAUSTED ? NO_ROOM : Long.toString(code),
                error.at("message").text().orElse("no reason given"),
                OptionalInt.empty());
    }
}
