package dev.rowan.providers.anthropic;

import dev.rowan.api.batch.BatchPage;
import dev.rowan.api.batch.BatchStatus;
import dev.rowan.api.batch.BatchStatus.Counts;
import dev.rowan.api.batch.BatchStatus.ResultPart;
import dev.rowan.api.batch.BatchStatus.State;
import dev.rowan.providers.reply.JsonTree;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// Parses message batches and lists of them. Counts change only when a batch has ended.
final class BatchReader {
    private BatchReader() {}

    /// The batch in `body`; empty if it has no id or no state.
    static Optional<BatchStatus> status(JsonTree body) {
        Optional<String> id = body.at("id").text().filter(text -> text.matches("[A-Za-z0-9_-]{1,200}"));
        Optional<String> word = body.at("processing_status").text();
        if (id.isEmpty() || word.isEmpty()) {
            return Optional.empty();
        }
        Optional<Numbers> numbers = Numbers.of(body.at("request_counts"));
        boolean ended = word.get().equals("ended");
        return Optional.of(new BatchStatus(
                id.get(),
                state(word.get(), numbers, body.at("cancel_initiated_at").text().isPresent()),
                word.get(),
                Optional.empty(),
                body.at("created_at").time(),
                body.at("expires_at").time(),
                numbers.map(Numbers::total).map(OptionalInt::of).orElse(OptionalInt.empty()),
                numbers.map(Numbers::counts),
                ended ? List.of(new ResultPart(ResultPart.Kind.RESULTS, id.get())) : List.of(),
                List.of()));
    }

    private static State state(String word, Optional<Numbers> numbers, boolean cancelled) {
        return switch (word) {
            case "in_progress" -> State.RUNNING;
            case "canceling", "cancelling" -> State.CANCELLING;
            case "ended" -> {
                if (cancelled && numbers.filter(all -> all.canceled > 0).isPresent()) {
                    yield State.CANCELLED;
                }
                yield numbers.filter(all -> all.expired > 0).isPresent() ? State.EXPIRED : State.COMPLETED;
            }
            default -> State.STRANGE;
        };
    }

    /// `{"processing", "succeeded", "errored", "canceled", "expired"}`; an absent count is 0.
    private record Numbers(long processing, long succeeded, long errored, long canceled, long expired) {

        static Optional<Numbers> of(JsonTree told) {
            return told.isObject()
                    ? Optional.of(new Numbers(
                            number(told, "processing"),
                            number(told, "succeeded"),
                            number(told, "errored"),
                            number(told, "canceled"),
                            number(told, "expired")))
                    : Optional.empty();
        }

        private static long number(JsonTree told, String key) {
            return Math.min(Integer.MAX_VALUE, told.at(key).count().orElse(0L));
        }

        int total() {
            return (int) Math.min(Integer.MAX_VALUE, processing + succeeded + errored + canceled + expired);
        }

        Counts counts() {
            return new Counts(succeeded, errored, processing + canceled + expired);
        }
    }

    /// A page of the list from `after` on; a page without a new cursor is the last.
    static Optional<BatchPage> page(JsonTree body, Optional<String> after) {
        if (!(body.at("data").value() instanceof List<?>)) {
            return Optional.empty();
        }
        List<BatchStatus> batches = body.at("data").items().stream()
                .flatMap(one -> status(one).stream())
                .toList();
        boolean more = Boolean.TRUE.equals(body.at("has_more").value());
        Optional<String> last = body.at("last_id")
                .text()
                .or(() -> batches.isEmpty()
                        ? Optional.empty()
                        : Optional.of(batches.getLast().batchId()))
                .filter(id -> more && !after.equals(Optional.of(id)));
        return Optional.of(new BatchPage(batches, last));
    }
}
