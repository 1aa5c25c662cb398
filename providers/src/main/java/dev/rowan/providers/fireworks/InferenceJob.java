package dev.rowan.providers.fireworks;

import dev.rowan.api.batch.BatchPage;
import dev.rowan.api.batch.BatchStatus;
import dev.rowan.api.batch.BatchStatus.Counts;
import dev.rowan.api.batch.BatchStatus.Problem;
import dev.rowan.api.batch.BatchStatus.ResultPart;
import dev.rowan.api.batch.BatchStatus.State;
import dev.rowan.providers.reply.JsonTree;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// Parses batch inference jobs: `{name, displayName, state, status, jobProgress, outputDatasetId, …}`.
final class InferenceJob {
    private static final String PREFIX = "JOB_STATE_";

    private InferenceJob() {}

    /// Empty if it has no name or no state.
    static Optional<BatchStatus> status(JsonTree job) {
        Optional<String> id = job.at("name").text().map(InferenceJob::last).filter(text -> !text.isBlank());
        Optional<String> word = job.at("state").text();
        if (id.isEmpty() || word.isEmpty()) {
            return Optional.empty();
        }
        JsonTree progress = job.at("jobProgress");
        State state = state(word.get(), processed(progress) > 0);
        Optional<Counts> counts = counts(progress);
        return Optional.of(new BatchStatus(
                id.get(),
                state,
                word.get(),
                job.at("displayName").text().filter(text -> !text.isBlank()),
                job.at("createTime").time(),
                job.at("expireTime").time(),
                counts.map(found -> OptionalInt.of((int) total(found))).orElse(OptionalInt.empty()),
                counts,
                results(job, state),
                state == State.FAILED ? problems(job.at("status")) : List.of()));
    }

    private static String last(String name) {
        return name.substring(name.lastIndexOf('/') + 1);
    }

    /// A failed job that has results was executed in part, like one that expired.
    private static State state(String word, boolean hasResults) {
        return switch (word.startsWith(PREFIX) ? word.substring(PREFIX.length()) : word) {
            case "UNSPECIFIED",
                    "VALIDATING",
                    "CREATING",
                    "CREATING_INPUT_DATASET",
                    "PENDING",
                    "RE_QUEUEING",
                    "IDLE",
                    "PAUSED",
                    "RUNNING",
                    "WRITING_RESULTS" -> State.RUNNING;
            case "COMPLETED" -> State.COMPLETED;
            case "FAILED" -> hasResults ? State.EXPIRED : State.FAILED;
            case "EXPIRED", "EARLY_STOPPED" -> State.EXPIRED;
            case "CANCELLING", "DELETING", "DELETING_CLEANING_UP" -> State.CANCELLING;
            case "CANCELLED", "DELETED" -> State.CANCELLED;
            default -> State.STRANGE;
        };
    }

    private static long count(JsonTree progress, String key) {
        JsonTree value = progress.at(key);
        return value.count()
                .or(() -> value.text().flatMap(InferenceJob::number))
                .orElse(0L);
    }

    private static Optional<Long> number(String text) {
        return text.matches("[0-9]{1,18}") ? Optional.of(Long.valueOf(text)) : Optional.empty();
    }

    private static long processed(JsonTree progress) {
        return count(progress, "successfullyProcessedRequests") + count(progress, "failedRequests");
    }

    /// The total repeats what the creation of the dataset said, and may lag behind.
    private static Optional<Counts> counts(JsonTree progress) {
        long total = Math.max(count(progress, "totalInputRequests"), processed(progress));
        return total == 0
                ? Optional.empty()
                : Optional.of(new Counts(
                        count(progress, "successfullyProcessedRequests"),
                        count(progress, "failedRequests"),
                        total - processed(progress)));
    }

    private static long total(Counts counts) {
        return counts.succeeded() + counts.failed() + counts.unfinished();
    }

    /// A job of which nothing was executed has no dataset of results.
    private static List<ResultPart> results(JsonTree job, State state) {
        boolean hasNone = job.at("jobProgress").isObject() && processed(job.at("jobProgress")) == 0;
        return state.isEnd() && state != State.FAILED && !hasNone
                ? job.at("outputDatasetId").text().map(InferenceJob::last).filter(id -> !id.isBlank()).stream()
                        .map(id -> new ResultPart(ResultPart.Kind.RESULTS, id))
                        .toList()
                : List.of();
    }

    private static List<Problem> problems(JsonTree status) {
        return List.of(new Problem(
                status.at("code").text().orElse("unknown"),
                status.at("message").text().filter(text -> !text.isBlank()).orElse("no reason given"),
                OptionalInt.empty()));
    }

    /// `job` after its deletion was accepted.
    static BatchStatus deleting(BatchStatus job) {
        return new BatchStatus(
                job.batchId(),
                State.CANCELLING,
                PREFIX + "DELETING",
                job.tag(),
                job.createdAt(),
                job.expiresAt(),
                job.total(),
                job.counts(),
                List.of(),
                List.of());
    }

    static Optional<BatchPage> page(JsonTree body) {
        return body.isObject()
                ? Optional.of(new BatchPage(
                        body.at("batchInferenceJobs").items().stream()
                                .flatMap(job -> status(job).stream())
                                .toList(),
                        body.at("nextPageToken").text().filter(token -> !token.isEmpty())))
                : Optional.empty();
    }
}
