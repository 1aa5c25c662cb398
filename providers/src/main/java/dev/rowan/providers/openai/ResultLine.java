package dev.rowan.providers.openai;

import dev.rowan.api.batch.ItemResult;
import dev.rowan.api.call.WireReply;
import dev.rowan.providers.reply.JsonFieldReader;
import dev.rowan.providers.service.BatchedReply;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Parses a line of an output or error file: `{"custom_id", "response": {"status_code", "request_id", "body"},
/// "error": {"code", "message"}}`. Other fields are ignored. Owned by one thread.
final class ResultLine {
    private @Nullable String customId;
    private boolean hasResponse;
    private @Nullable Integer status;
    private Optional<String> requestId = Optional.empty();
    private byte[] body = {};
    private byte @Nullable [] error;

    private ResultLine() {}

    static Optional<ItemResult> read(byte[] line) {
        var result = new ResultLine();
        return JsonFieldReader.read(line, result::receive) ? result.item() : Optional.empty();
    }

    private void receive(String key, JsonFieldReader value) {
        switch (key) {
            case "custom_id" -> customId = value.text().orElse(null);
            case "response" -> {
                hasResponse = value.isObject();
                value.readObject(this::receiveResponse);
            }
            case "error" -> error = value.isObject() ? value.bytes() : null;
            default -> {}
        }
    }

    private void receiveResponse(String key, JsonFieldReader value) {
        switch (key) {
            case "status_code" -> status = value.integer().orElse(null);
            case "request_id" -> requestId = value.text();
            case "body" -> body = value.bytes();
            default -> {}
        }
    }

    private Optional<ItemResult> item() {
        String id = customId;
        if (id == null) {
            return Optional.empty();
        }
        if (hasResponse) {
            Integer code = status;
            return code == null || code < 100 || code > 599
                    ? Optional.empty()
                    : Optional.of(new ItemResult.Replied(id, reply(code, body), true));
        }
        byte[] failure = error;
        return failure == null ? Optional.empty() : Optional.of(failed(id, failure));
    }

    private WireReply.Complete reply(int code, byte[] content) {
        return BatchedReply.of(code, content, "x-request-id", requestId);
    }

    /// A request without a reply. Unless it expired or was cancelled, it is a provider error with the same form as
    /// in realtime.
    private ItemResult failed(String id, byte[] failure) {
        var details = new ErrorDetails();
        JsonFieldReader.read(failure, details::receive);
        String code = details.code.toLowerCase(Locale.ROOT);
        if (code.contains("expired")) {
            return new ItemResult.NotExecuted(id, ItemResult.NotExecutedCause.EXPIRED, details.message);
        }
        if (code.contains("cancel")) {
            return new ItemResult.NotExecuted(id, ItemResult.NotExecutedCause.CANCELLED, details.message);
        }
        return new ItemResult.Replied(id, reply(500, BatchedReply.errorBody(failure)), false);
    }

    private static final class ErrorDetails {
        private String code = "";
        private String message = "no reason given";

        void receive(String key, JsonFieldReader value) {
            switch (key) {
                case "code" -> code = value.text().orElse("");
                case "message" -> message = value.text().orElse(message);
                default -> {}
            }
        }
    }
}
