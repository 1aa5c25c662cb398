package dev.rowan.providers.openai;

import dev.rowan.api.batch.BatchPage;
import dev.rowan.api.batch.BatchStatus;
import dev.rowan.api.batch.BatchStatus.Counts;
import dev.rowan.api.batch.BatchStatus.Problem;
import dev.rowan.api.batch.BatchStatus.ResultPart;
import dev.rowan.api.batch.BatchStatus.State;
import dev.rowan.providers.reply.JsonTree;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/// Parses batches of OpenAI and Azure: states in any case, times as text or seconds, counts and files that are
/// null, absent or empty.
final class BatchReader {
    /// The metadata key of the tag.
    static final String TAG = "rowan";

    private static final long LAST_SECOND = 253_402_300_799L;

    private BatchReader() {}

    /// The batch in `body`; `asked` is its id if the body has none. Empty if it is not a batch, or another one.
    static Optional<BatchStatus> status(JsonTree body, Optional<String> asked) {
        Optional<String> shown = body.at("id").text().filter(id -> !id.isBlank());
        Optional<String> id = shown.or(() -> asked);
        Optional<String> word = body.at("status").text().filter(text -> !text.isBlank());
        if (id.isEmpty()
                || word.isEmpty()
                || asked.filter(a -> !a.equals(id.get())).isPresent()) {
            return Optional.empty();
        }
        State state = state(word.get());
        JsonTree counts = body.at("request_counts");
        return Optional.of(new BatchStatus(
                id.get(),
                state,
                word.get(),
                body.at("metadata").at(TAG).text(),
                time(body.at("created_at")),
                time(body.at("expires_at")),
                total(counts.at("total")),
                counts(counts),
                state.isEnd() ? results(body, "output_file_id", "error_file_id") : List.of(),
                problems(body.at("errors"))));
    }

    /// The page in `body` at the cursor `after`.
    static Optional<BatchPage> page(JsonTree body, Optional<String> after) {
        JsonTree items = body.at("data").value() instanceof List ? body.at("data") : body.at("value");
        if (!(items.value() instanceof List)) {
            return Optional.empty();
        }
        List<BatchStatus> batches = items.items().stream()
                .flatMap(item -> status(item, Optional.empty()).stream())
                .toList();
        boolean more = Boolean.TRUE.equals(body.at("has_more").value());
        Optional<String> last = body.at("last_id")
                .text()
                .filter(id -> !id.isBlank())
                .or(() -> batches.isEmpty()
                        ? Optional.empty()
                        : Optional.of(batches.getLast().batchId()));
        return Optional.of(new BatchPage(batches, last.filter(id -> more && !after.equals(Optional.of(id)))));
    }

    private static State state(String word) {
        String plain =
                word.toLowerCase(Locale.ROOT).replace("_", "").replace("-", "").replace(" ", "");
        return switch (plain) {
            case "validating", "inprogress", "finalizing" -> State.RUNNING;
            case "completed" -> State.COMPLETED;
            case "failed" -> State.FAILED;
            case "expired" -> State.EXPIRED;
            case "cancelling", "canceling" -> State.CANCELLING;
            case "cancelled", "canceled" -> State.CANCELLED;
            default -> State.STRANGE;
        };
    }

    /// A batch has no counts before validation, or if that failed.
    static OptionalInt total(JsonTree count) {
        return count.count()
                .filter(n -> n > 0 && n <= Integer.MAX_VALUE)
                .map(n -> OptionalInt.of(n.intValue()))
                .orElse(OptionalInt.empty());
    }

    private static Optional<Counts> counts(JsonTree counts) {
        OptionalInt total = total(counts.at("total"));
        Optional<Long> completed = counts.at("completed").count();
        Optional<Long> failed = counts.at("failed").count();
        return total.isPresent() && completed.isPresent() && failed.isPresent()
                ? Optional.of(new Counts(
                        completed.get(), failed.get(), Math.max(0, total.getAsInt() - completed.get() - failed.get())))
                : Optional.empty();
    }

    /// The files of results, whose ids are at the keys `output` and `errors`.
    static List<ResultPart> results(JsonTree body, String output, String errors) {
        var parts = new ArrayList<ResultPart>();
        file(body, output).ifPresent(ref -> parts.add(new ResultPart(ResultPart.Kind.RESULTS, ref)));
        file(body, errors).ifPresent(ref -> parts.add(new ResultPart(ResultPart.Kind.ERRORS, ref)));
        return parts;
    }

    static Optional<String> file(JsonTree body, String key) {
        return body.at(key).text().filter(ref -> !ref.isBlank());
    }

    static List<Problem> problems(JsonTree errors) {
        List<JsonTree> listed = errors.value() instanceof List
                ? errors.items()
                : errors.at("data").items();
        return listed.stream()
                .filter(JsonTree::isObject)
                .map(BatchReader::problem)
                .toList();
    }

    private static Problem problem(JsonTree error) {
        return new Problem(
                error.at("code")
                        .text()
                        .map(code -> code.toLowerCase(Locale.ROOT))
                        .orElse("unknown"),
                error.at("message").text().orElse("no reason given"),
                error.at("line")
                        .count()
                        .filter(n -> n > 0 && n <= Integer.MAX_VALUE)
                        .map(n -> OptionalInt.of(n.intValue()))
                        .orElse(OptionalInt.empty()));
    }

    /// Seconds since the epoch, or ISO 8601.
    static Optional<Instant> time(JsonTree value) {
        Optional<Instant> seconds = value.number()
                .filter(n -> n.signum() > 0 && n.precision() - n.scale() <= 12)
                .map(n -> n.longValue())
                .filter(n -> n > 0 && n <= LAST_SECOND)
                .map(Instant::ofEpochSecond);
        return seconds.or(() -> value.text().flatMap(BatchReader::written));
    }

    private static Optional<Instant> written(String text) {
        try {
            return text.matches("[0-9]{1,12}")
                    ? Optional.of(Long.parseLong(text))
                            .filter(n -> n > 0 && n <= LAST_SECOND)
                            .map(Instant::ofEpochSecond)
                    : Optional.of(OffsetDateTime.parse(text).toInstant());
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }
}
