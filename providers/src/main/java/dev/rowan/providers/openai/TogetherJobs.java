package dev.rowan.providers.openai;

import dev.rowan.api.batch.BatchPage;
import dev.rowan.api.batch.BatchStatus;
import dev.rowan.api.batch.BatchStatus.Problem;
import dev.rowan.api.batch.BatchStatus.State;
import dev.rowan.providers.reply.JsonTree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// Together's `/batches`: no metadata, no counts, lists without pages, and a creation that wraps the job.
final class TogetherJobs implements JobForm {

    @Override
    public String path() {
        return "/batches";
    }

    @Override
    public String uploadPath() {
        return "/files/upload";
    }

    @Override
    public Optional<String> purpose() {
        return Optional.of("batch-api");
    }

    @Override
    public boolean tagsFiles() {
        return true;
    }

    @Override
    public Map<String, Object> order(BatchOrder order) {
        var body = new LinkedHashMap<String, Object>();
        body.put("input_file_id", order.input());
        body.put("endpoint", order.url());
        body.put("completion_window", "24h");
        return body;
    }

    @Override
    public String probe() {
        return "";
    }

    @Override
    public String query(Optional<String> next) {
        return "";
    }

    @Override
    public Optional<BatchStatus> created(JsonTree body) {
        return status(body.at("job"), Optional.empty());
    }

    @Override
    public Optional<BatchStatus> status(JsonTree body, Optional<String> asked) {
        return read(body, asked, Optional.empty());
    }

    private static Optional<BatchStatus> read(JsonTree body, Optional<String> asked, Optional<String> tag) {
        Optional<String> id =
                body.at("id").text().filter(text -> !text.isBlank()).or(() -> asked);
        Optional<String> word = body.at("status").text();
        if (id.isEmpty()
                || word.isEmpty()
                || asked.filter(a -> !a.equals(id.get())).isPresent()) {
            return Optional.empty();
        }
        State state = state(word.get(), BatchReader.file(body, "output_file_id").isPresent());
        return Optional.of(new BatchStatus(
                id.get(),
                state,
                word.get(),
                tag,
                BatchReader.time(body.at("created_at")),
                BatchReader.time(body.at("job_deadline")),
                OptionalInt.empty(),
                Optional.empty(),
                state.isEnd() ? BatchReader.results(body, "output_file_id", "error_file_id") : List.of(),
                body.at("error").text().filter(text -> !text.isBlank()).stream()
                        .map(text -> new Problem("unknown", text, OptionalInt.empty()))
                        .toList()));
    }

    /// A failed job that has results was executed in part, like one that expired.
    private static State state(String word, boolean hasResults) {
        return switch (word) {
            case "VALIDATING", "IN_PROGRESS" -> State.RUNNING;
            case "COMPLETED" -> State.COMPLETED;
            case "FAILED" -> hasResults ? State.EXPIRED : State.FAILED;
            case "EXPIRED" -> State.EXPIRED;
            case "CANCELLED" -> State.CANCELLED;
            default -> State.STRANGE;
        };
    }

    @Override
    public Optional<BatchPage> page(JsonTree body, Optional<String> next) {
        return body.value() instanceof List<?>
                ? Optional.of(new BatchPage(
                        body.items().stream()
                                .flatMap(item -> read(
                                        item,
                                        Optional.empty(),
                                        item.at("input_file_id").text())
                                        .stream())
                                .toList(),
                        Optional.empty()))
                : Optional.empty();
    }
}
