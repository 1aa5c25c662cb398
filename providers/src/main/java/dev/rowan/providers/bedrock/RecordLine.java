package dev.rowan.providers.bedrock;

import dev.rowan.api.batch.ItemResult;
import dev.rowan.json.RowJson;
import dev.rowan.providers.reply.JsonFieldReader;
import dev.rowan.providers.service.BatchedReply;
import dev.rowan.providers.service.LineEnvelope;
import dev.rowan.providers.service.OneLine;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Lines of batch inference: `{"recordId", "modelInput"}`, and in results `{"recordId", "modelInput", "modelOutput" or
/// "error": {"errorCode", "errorMessage"}}`. Owned by one thread.
final class RecordLine {
    static final LineEnvelope REQUEST = new LineEnvelope("{\"recordId\":\"", "\",\"modelInput\":", "}");

    private static final int UNKNOWN = 500;

    private @Nullable String id;
    private byte @Nullable [] output;
    private boolean isError;
    private int status = UNKNOWN;
    private String message = "no reason given";

    private RecordLine() {}

    /// Why a call with this body cannot be sent in a batch.
    static Optional<String> refusal(byte[] body) {
        var asks = new boolean[1];
        boolean isObject = JsonFieldReader.read(body, (key, value) -> {
            if (key.equals("messages")) {
                asks[0] = value.isNonEmpty();
            }
        });
        if (!isObject) {
            return Optional.of("the body of a request in a batch must be a JSON object");
        }
        return OneLine.refusal(body).or(() -> asks[0] ? Optional.empty() : Optional.of("'messages' must not be empty"));
    }

    static Optional<ItemResult> read(byte[] line) {
        var read = new RecordLine();
        return JsonFieldReader.read(line, read::receive) ? read.result() : Optional.empty();
    }

    private void receive(String key, JsonFieldReader value) {
        switch (key) {
            case "recordId" -> id = value.text().orElse(null);
            case "modelOutput" -> output = value.isObject() ? value.bytes() : null;
            case "error" -> {
                isError = true;
                value.readObject(this::receiveError);
            }
            default -> {}
        }
    }

    private void receiveError(String key, JsonFieldReader value) {
        switch (key) {
            case "errorCode" -> status = value.integer().map(RecordLine::status).orElse(UNKNOWN);
            case "errorMessage" -> message = value.text().orElse(message);
            default -> {}
        }
    }

    private static int status(long code) {
        return code >= 400 && code <= 599 ? (int) code : UNKNOWN;
    }

    private Optional<ItemResult> result() {
        String given = id;
        byte[] body = output;
        if (given == null) {
            return Optional.empty();
        }
        if (isError) {
            byte[] error = RowJson.writeValue(Map.of("message", message));
            return Optional.of(new ItemResult.Replied(given, BatchedReply.of(status, error), true));
        }
        return body == null
                ? Optional.empty()
                : Optional.of(new ItemResult.Replied(given, BatchedReply.of(200, body), false));
    }
}
