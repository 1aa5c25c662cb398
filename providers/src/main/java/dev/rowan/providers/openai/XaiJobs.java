package dev.rowan.providers.openai;

import dev.rowan.api.batch.BatchPage;
import dev.rowan.api.batch.BatchStatus;
import dev.rowan.api.batch.BatchStatus.Counts;
import dev.rowan.api.batch.BatchStatus.Problem;
import dev.rowan.api.batch.BatchStatus.ResultPart;
import dev.rowan.api.batch.BatchStatus.State;
import dev.rowan.api.batch.ItemResult;
import dev.rowan.providers.chat.ChatEndpoint;
import dev.rowan.providers.reply.JsonTree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// xAI's `/batches`: a batch has a name and counts of its requests, but no state, and its results come in pages.
final class XaiJobs implements JobForm {
    private static final int PAGE = 100;
    private static final String RESULTS = "results";

    @Override
    public String path() {
        return "/batches";
    }

    @Override
    public Optional<String> purpose() {
        return Optional.empty();
    }

    @Override
    public String cancel() {
        return ":cancel";
    }

    @Override
    public Optional<String> resultPages() {
        return Optional.of("/" + RESULTS);
    }

    @Override
    public Optional<ItemResult> result(byte[] line) {
        return XaiResultLine.read(line);
    }

    @Override
    public String beforeBody(String url) {
        return new OpenAiJobs().beforeBody(url);
    }

    @Override
    public Map<String, Object> order(BatchOrder order) {
        var body = new LinkedHashMap<String, Object>();
        body.put("name", order.tag());
        body.put("input_file_id", order.input());
        return body;
    }

    @Override
    public String probe() {
        return "limit=1";
    }

    @Override
    public String query(Optional<String> next) {
        return "limit=" + PAGE
                + next.map(token -> "&pagination_token=" + ChatEndpoint.part(token))
                        .orElse("");
    }

    @Override
    public Optional<BatchStatus> status(JsonTree body, Optional<String> asked) {
        Optional<String> id =
                body.at("batch_id").text().filter(text -> !text.isBlank()).or(() -> asked);
        JsonTree counts = body.at("state");
        if (id.isEmpty()
                || counts.value() == null
                || asked.filter(a -> !a.equals(id.get())).isPresent()) {
            return Optional.empty();
        }
        State state = state(body, counts);
        return Optional.of(new BatchStatus(
                id.get(),
                state,
                counts.text().orElse(state.name().toLowerCase(Locale.ROOT)),
                body.at("name").text(),
                BatchReader.time(body.at("create_time")),
                BatchReader.time(body.at("expire_time")),
                BatchReader.total(counts.at("num_requests")),
                counts(counts),
                state.isEnd() && state != State.FAILED
                        ? List.of(new ResultPart(ResultPart.Kind.RESULTS, RESULTS))
                        : List.of(),
                message(body).stream()
                        .map(text -> new Problem("unknown", text, OptionalInt.empty()))
                        .toList()));
    }

    /// Why the service itself has cancelled a batch.
    private static Optional<String> message(JsonTree body) {
        return body.at("cancel_by_xai_message").text().filter(text -> !text.isBlank());
    }

    /// A batch that the service has cancelled was refused, or, with results, executed in part like one that expired.
    private static State state(JsonTree body, JsonTree counts) {
        if (!counts.isObject()) {
            return State.STRANGE;
        }
        boolean cancelled =
                body.at("cancel_time").text().filter(text -> !text.isBlank()).isPresent();
        boolean pending = count(counts, "num_pending") > 0;
        if (cancelled && message(body).isPresent()) {
            return count(counts, "num_success") + count(counts, "num_error") > 0 ? State.EXPIRED : State.FAILED;
        }
        if (cancelled) {
            return pending ? State.CANCELLING : State.CANCELLED;
        }
        return pending || count(counts, "num_requests") == 0 ? State.RUNNING : State.COMPLETED;
    }

    private static long count(JsonTree counts, String key) {
        return counts.at(key).count().orElse(0L);
    }

    private static Optional<Counts> counts(JsonTree counts) {
        long requests = count(counts, "num_requests");
        long succeeded = count(counts, "num_success");
        long failed = count(counts, "num_error");
        return requests == 0
                ? Optional.empty()
                : Optional.of(new Counts(succeeded, failed, Math.max(0, requests - succeeded - failed)));
    }

    @Override
    public Optional<BatchPage> page(JsonTree body, Optional<String> next) {
        return body.at("batches").value() instanceof List
                ? Optional.of(new BatchPage(
                        body.at("batches").items().stream()
                                .flatMap(item -> status(item, Optional.empty()).stream())
                                .toList(),
                        body.at("pagination_token")
                                .text()
                                .filter(token -> !token.isBlank() && !next.equals(Optional.of(token)))))
                : Optional.empty();
    }
}
