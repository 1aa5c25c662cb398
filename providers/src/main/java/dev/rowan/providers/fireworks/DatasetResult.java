package dev.rowan.providers.fireworks;

import dev.rowan.api.batch.ItemResult;
import dev.rowan.json.RowJson;
import dev.rowan.providers.reply.JsonFieldReader;
import dev.rowan.providers.reply.RpcCode;
import dev.rowan.providers.service.BatchedReply;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Parses a line of results, `{"custom_id", "response": body}`, or of errors, `{"custom_id", "error": {"code",
/// "message"}}`. Owned by one thread.
final class DatasetResult {
    private @Nullable String id;
    private byte @Nullable [] response;
    private byte @Nullable [] error;
    private int code;

    private DatasetResult() {}

    static Optional<ItemResult> read(byte[] line) {
        var result = new DatasetResult();
        return JsonFieldReader.read(line, result::receive) ? result.item() : Optional.empty();
    }

    private void receive(String key, JsonFieldReader value) {
        switch (key) {
            case "custom_id" -> id = value.text().orElse(null);
            case "response" -> response = value.isObject() ? value.bytes() : null;
            case "error" -> {
                if (value.isObject()) {
                    byte[] object = value.bytes();
                    error = object;
                    JsonFieldReader.read(object, this::receiveError);
                } else {
                    error = value.text().map(RowJson::writeValue).orElse(null);
                }
            }
            default -> {}
        }
    }

    private void receiveError(String key, JsonFieldReader value) {
        if (key.equals("code")) {
            code = value.integer().orElse(0);
        }
    }

    private Optional<ItemResult> item() {
        String request = id;
        byte[] answer = response;
        byte[] failure = error;
        if (request == null) {
            return Optional.empty();
        }
        if (answer != null) {
            return Optional.of(new ItemResult.Replied(request, BatchedReply.of(200, answer), true));
        }
        return failure == null
                ? Optional.empty()
                : Optional.of(new ItemResult.Replied(
                        request, BatchedReply.of(RpcCode.httpStatus(code), BatchedReply.errorBody(failure)), false));
    }
}
