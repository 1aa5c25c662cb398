package dev.rowan.simulator.control;

import dev.rowan.api.config.Problem;
import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import dev.rowan.simulator.bill.JournalEntry;
import dev.rowan.simulator.bill.Records;
import dev.rowan.simulator.http.Content;
import dev.rowan.simulator.http.HttpReply;
import dev.rowan.simulator.http.HttpRequest;
import dev.rowan.simulator.json.JsonObjects;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The control API under `/_simulator/`.
public final class Control {
    private static final String ROOT = "/_simulator/";

    private final Records records;
    private final Operations operations;

    /// Operations on a running simulator.
    public interface Operations {

        /// Changes the given settings and keeps the others; with any problem, nothing changes.
        List<Problem> change(@Nullable Object given);

        /// Clears journal, bill, statistics, and the use of keys.
        void reset();
    }

    public Control(Records records, Operations operations) {
        this.records = records;
        this.operations = operations;
    }

    public boolean serves(HttpRequest request) {
        return request.path().startsWith(ROOT);
    }

    public HttpReply reply(HttpRequest request) {
        return switch (request.method() + " " + request.path().substring(ROOT.length())) {
            case "GET journal" -> journal(request);
            case "GET bill" -> ok(records.bill().json());
            case "GET stats" -> ok(stats());
            case "POST reset" -> {
                operations.reset();
                yield ok(JsonObjects.object());
            }
            case "PUT settings" -> settings(request);
            default -> HttpReply.plain(404, "known here: GET journal, bill, stats; POST reset; PUT settings");
        };
    }

    private static HttpReply ok(Map<String, @Nullable Object> body) {
        return HttpReply.json(200, RowJson.writeValue(body));
    }

    private HttpReply journal(HttpRequest request) {
        long after = request.query("after").flatMap(Control::number).orElse(0L);
        var lines = new ByteArrayOutputStream();
        for (JournalEntry entry : records.journal().list()) {
            if (entry.arrival().number() > after) {
                lines.writeBytes(RowJson.writeValue(entry.json()));
                lines.write('\n');
            }
        }
        return HttpReply.of(200, "application/x-ndjson", Content.of(lines.toByteArray()));
    }

    private static Optional<Long> number(String text) {
        try {
            return Optional.of(Long.parseLong(text));
        } catch (NumberFormatException _) {
            return Optional.empty();
        }
    }

    private Map<String, @Nullable Object> stats() {
        Map<String, @Nullable Object> stats = records.flights().json();
        stats.put("journal_gone", records.journal().gone());
        return stats;
    }

    private HttpReply settings(HttpRequest request) {
        try {
            List<Problem> problems = operations.change(RowJson.readValue(request.body()));
            return problems.isEmpty()
                    ? ok(JsonObjects.object())
                    : HttpReply.json(
                            400,
                            RowJson.writeValue(JsonObjects.object(
                                    "problems",
                                    problems.stream().map(Problem::toString).toList())));
        } catch (JsonException notJson) {
            return HttpReply.plain(400, String.valueOf(notJson.getMessage()));
        }
    }
}
