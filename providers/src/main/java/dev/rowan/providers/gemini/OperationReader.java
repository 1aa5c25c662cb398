package dev.rowan.providers.gemini;

import dev.rowan.api.batch.BatchPage;
import dev.rowan.api.batch.BatchStatus;
import dev.rowan.api.batch.BatchStatus.Counts;
import dev.rowan.api.batch.BatchStatus.Problem;
import dev.rowan.api.batch.BatchStatus.ResultPart;
import dev.rowan.api.batch.BatchStatus.State;
import dev.rowan.providers.reply.JsonTree;
import dev.rowan.providers.reply.RpcCode;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Parses the operations of Gemini's batches. States have one of two prefixes, and long numbers are strings.
final class OperationReader {
    /// The name of results inlined in the operation.
    static final String INLINE = "inline";

    private static final Pattern PREFIX = Pattern.compile("^(?:BATCH|JOB)_STATE_");
    private static final Pattern LINE = Pattern.compile("(?i)\\bline (\\d{1,9})\\b");
    private static final String NO_ROOM = "token_limit_exceeded";

    private OperationReader() {}

    static boolean isBatch(String name) {
        return name.matches("batches/[A-Za-z0-9_.-]{1,200}");
    }

    static boolean isFile(String name) {
        return name.matches("files/[A-Za-z0-9_.-]{1,200}");
    }

    /// The batch in `body`; empty if it has no name.
    static Optional<BatchStatus> status(JsonTree body) {
        JsonTree metadata = body.at("metadata");
        return body.at("name")
                .text()
                .or(() -> metadata.at("name").text())
                .filter(OperationReader::isBatch)
                .map(name -> status(name, body, metadata));
    }

    private static BatchStatus status(String name, JsonTree body, JsonTree metadata) {
        boolean done = Boolean.TRUE.equals(body.at("done").value());
        Optional<String> told = metadata.at("state").text();
        List<ResultPart> results = results(body, metadata);
        State state = told.map(OperationReader::state)
                .orElse(!done ? State.RUNNING : body.at("error").isObject() ? State.FAILED : State.COMPLETED);
        // results that were paid for but are missing need a person's attention
        boolean empty = state == State.COMPLETED && results.isEmpty();
        JsonTree stats = metadata.at("batchStats");
        Optional<Long> total = number(stats.at("requestCount"));
        return new BatchStatus(
                name,
                empty ? State.STRANGE : state,
                told.orElse("") + (empty ? " without output" : ""),
                metadata.at("displayName").text(),
                metadata.at("createTime").time(),
                Optional.empty(),
                total.map(all -> OptionalInt.of((int) Math.min(all, Integer.MAX_VALUE)))
                        .orElse(OptionalInt.empty()),
                total.map(all -> counts(all, stats)),
                state.isEnd() ? results : List.of(),
                state == State.FAILED ? problems(body.at("error")) : List.of());
    }

    private static State state(String word) {
        return switch (PREFIX.matcher(word).replaceFirst("")) {
            case "PENDING", "QUEUED", "RUNNING", "PAUSED", "UPDATING" -> State.RUNNING;
            case "CANCELLING" -> State.CANCELLING;
            case "SUCCEEDED", "PARTIALLY_SUCCEEDED" -> State.COMPLETED;
            case "FAILED" -> State.FAILED;
            case "CANCELLED" -> State.CANCELLED;
            case "EXPIRED" -> State.EXPIRED;
            default -> State.STRANGE;
        };
    }

    /// An absent count is 0.
    private static Counts counts(long total, JsonTree stats) {
        long succeeded = number(stats.at("successfulRequestCount")).orElse(0L);
        long failed = number(stats.at("failedRequestCount")).orElse(0L);
        return new Counts(succeeded, failed, Math.max(0, total - succeeded - failed));
    }

    private static Optional<Long> number(JsonTree told) {
        return told.count()
                .or(() ->
                        told.text().filter(text -> text.matches("[0-9]{1,18}")).map(Long::parseLong));
    }

    /// The output is in the metadata, in the response, or in both.
    private static List<ResultPart> results(JsonTree body, JsonTree metadata) {
        return Stream.of(metadata.at("output"), body.at("response"))
                .flatMap(output -> output
                        .at("responsesFile")
                        .text()
                        .filter(OperationReader::isFile)
                        .or(() -> output.at(OperationTree.INLINED).value() == null
                                ? Optional.empty()
                                : Optional.of(INLINE))
                        .stream())
                .findFirst()
                .map(ref -> List.of(new ResultPart(ResultPart.Kind.RESULTS, ref)))
                .orElse(List.of());
    }

    private static List<Problem> problems(JsonTree error) {
        RpcCode code = RpcCode.of(number(error.at("code")).orElse(0L));
        String message = error.at("message").text().orElse("no reason given");
        Matcher line = LINE.matcher(message);
        return List.of(new Problem(
                code == RpcCode.RESOURCE_EXHAUSTED ? NO_ROOM : code.name(),
                message,
                line.find() ? OptionalInt.of(Integer.parseInt(line.group(1))) : OptionalInt.empty()));
    }

    /// The page of the list at `token`; an account without batches has no list at all.
    static Optional<BatchPage> page(JsonTree body, Optional<String> token) {
        if (!body.isObject()) {
            return Optional.empty();
        }
        List<BatchStatus> batches = body.at("operations").items().stream()
                .flatMap(one -> status(one).stream())
                .toList();
        return Optional.of(new BatchPage(
                batches,
                body.at("nextPageToken").text().filter(next -> !next.isEmpty() && !token.equals(Optional.of(next)))));
    }
}
