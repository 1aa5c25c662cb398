package dev.rowan.providers.openai;

import dev.rowan.api.batch.BatchPage;
import dev.rowan.api.batch.BatchStatus;
import dev.rowan.api.batch.BatchStatus.Counts;
import dev.rowan.api.batch.BatchStatus.State;
import dev.rowan.providers.reply.JsonTree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// Mistral's `/batch/jobs`: a job names the model, and its lines have no method and URL. Its pages are numbered from 0.
final class MistralJobs implements JobForm {
    private static final int PAGE = 100;
    private static final int HOURS = 24;

    @Override
    public String path() {
        return "/batch/jobs";
    }

    @Override
    public Map<String, Object> order(BatchOrder order) {
        var body = new LinkedHashMap<String, Object>();
        body.put("input_files", List.of(order.input()));
        body.put("endpoint", order.url());
        body.put("model", order.model());
        body.put("metadata", Map.of(BatchReader.TAG, order.tag()));
        body.put("timeout_hours", HOURS);
        return body;
    }

    @Override
    public String probe() {
        return "page_size=1";
    }

    @Override
    public String query(Optional<String> next) {
        return "page=" + next.orElse("0") + "&page_size=" + PAGE + "&order_by=-created";
    }

    @Override
    public Optional<BatchStatus> status(JsonTree body, Optional<String> asked) {
        Optional<String> id =
                body.at("id").text().filter(text -> !text.isBlank()).or(() -> asked);
        Optional<String> word = body.at("status").text();
        if (id.isEmpty()
                || word.isEmpty()
                || asked.filter(a -> !a.equals(id.get())).isPresent()) {
            return Optional.empty();
        }
        OptionalInt total = BatchReader.total(body.at("total_requests"));
        State state = state(word.get(), BatchReader.file(body, "output_file").isPresent());
        return Optional.of(new BatchStatus(
                id.get(),
                state,
                word.get(),
                body.at("metadata").at(BatchReader.TAG).text(),
                BatchReader.time(body.at("created_at")),
                Optional.empty(),
                total,
                counts(body, total),
                state.isEnd() ? BatchReader.results(body, "output_file", "error_file") : List.of(),
                BatchReader.problems(body.at("errors"))));
    }

    private static Optional<Counts> counts(JsonTree body, OptionalInt total) {
        Optional<Long> succeeded = body.at("succeeded_requests").count();
        Optional<Long> failed = body.at("failed_requests").count();
        return total.isPresent() && succeeded.isPresent() && failed.isPresent()
                ? Optional.of(new Counts(
                        succeeded.get(), failed.get(), Math.max(0, total.getAsInt() - succeeded.get() - failed.get())))
                : Optional.empty();
    }

    /// A failed job that has results was executed in part, like one that expired.
    private static State state(String word, boolean hasResults) {
        return switch (word) {
            case "QUEUED", "RUNNING" -> State.RUNNING;
            case "SUCCESS" -> State.COMPLETED;
            case "FAILED" -> hasResults ? State.EXPIRED : State.FAILED;
            case "TIMEOUT_EXCEEDED" -> State.EXPIRED;
            case "CANCELLATION_REQUESTED" -> State.CANCELLING;
            case "CANCELLED" -> State.CANCELLED;
            default -> State.STRANGE;
        };
    }

    @Override
    public Optional<BatchPage> page(JsonTree body, Optional<String> next) {
        if (!(body.at("data").value() instanceof List<?> data)) {
            return body.at("total")
                    .count()
                    .filter(total -> total == 0)
                    .map(_ -> new BatchPage(List.of(), Optional.empty()));
        }
        long number = Long.parseLong(next.orElse("0"));
        boolean more = data.size() == PAGE;
        return Optional.of(new BatchPage(
                body.at("data").items().stream()
                        .flatMap(item -> status(item, Optional.empty()).stream())
                        .toList(),
                more ? Optional.of(String.valueOf(number + 1)) : Optional.empty()));
    }
}
