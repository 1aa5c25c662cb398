package dev.rowan.providers.vertex;

import dev.rowan.api.batch.ItemResult;
import dev.rowan.api.call.Payload;
import dev.rowan.json.RowJson;
import dev.rowan.providers.reply.JsonFieldReader;
import dev.rowan.providers.reply.JsonTree;
import dev.rowan.providers.service.BatchedReply;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Parses a line of results: `{"custom_id" or "request": {"labels"}, "response", "status"}`. The status is empty, or
/// the
/// error as a text, such as `Bad Request: {"error": {"code": 400, …}}`. Owned by one thread.
final class PredictionLine {
    private static final int BAD_REQUEST = 400;
    private static final int UNKNOWN = 500;

    private @Nullable String id;
    private byte @Nullable [] response;
    private String status = "";

    private PredictionLine() {}

    static Optional<ItemResult> read(byte[] line) {
        var read = new PredictionLine();
        return JsonFieldReader.read(line, read::receive) ? read.result() : Optional.empty();
    }

    private void receive(String key, JsonFieldReader value) {
        switch (key) {
            case "custom_id" -> id = value.text().orElse(id);
            case "request" -> value.readObject(this::receiveRequest);
            case "response" -> response = value.isObject() ? value.bytes() : null;
            case "status" -> status = value.text().orElse("");
            default -> {}
        }
    }

    private void receiveRequest(String key, JsonFieldReader value) {
        if (key.equals("labels")) {
            value.readObject(this::receiveLabel);
        }
    }

    private void receiveLabel(String key, JsonFieldReader value) {
        if (key.equals(VertexForm.ID_LABEL)) {
            id = value.text().orElse(id);
        }
    }

    private Optional<ItemResult> result() {
        String given = id;
        byte[] body = response;
        if (given == null) {
            return Optional.empty();
        }
        if (!status.isEmpty()) {
            return Optional.of(failed(given));
        }
        return body == null
                ? Optional.empty()
                : Optional.of(new ItemResult.Replied(given, BatchedReply.of(200, body), false));
    }

    private ItemResult failed(String given) {
        Optional<JsonTree> error = error();
        int code = error.flatMap(told -> told.at("code").count())
                .filter(number -> number >= 400 && number <= 599)
                .map(Long::intValue)
                .orElse(status.startsWith("Bad Request") ? BAD_REQUEST : UNKNOWN);
        byte[] body = error.isPresent()
                ? RowJson.writeValue(Map.of("error", error.get().value()))
                : RowJson.writeValue(Map.of(
                        "error",
                        Map.of(
                                "code",
                                code,
                                "message",
                                status,
                                "status",
                                code == BAD_REQUEST ? "INVALID_ARGUMENT" : "INTERNAL")));
        return new ItemResult.Replied(given, BatchedReply.of(code, body), false);
    }

    /// The error inside the status, if it is there as JSON.
    private Optional<JsonTree> error() {
        int brace = status.indexOf('{');
        return brace < 0
                ? Optional.empty()
                : JsonTree.parse(Payload.of(status.substring(brace).getBytes(StandardCharsets.UTF_8)))
                        .map(told -> told.at("error"))
                        .filter(JsonTree::isObject);
    }
}
