package dev.rowan.providers.anthropic;

import dev.rowan.api.batch.ItemResult;
import dev.rowan.providers.reply.JsonFieldReader;
import dev.rowan.providers.service.BatchedReply;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Parses a line of results: `{"custom_id", "result": {"type", "message" or "error"}}`. Other fields are ignored.
/// Owned by one thread.
final class BatchResult {
    private static final String REQUEST_ID = "request-id";

    private @Nullable String customId;
    private String type = "";
    private byte @Nullable [] message;
    private byte @Nullable [] error;

    private BatchResult() {}

    static Optional<ItemResult> read(byte[] line) {
        var result = new BatchResult();
        return JsonFieldReader.read(line, result::receive) ? result.item() : Optional.empty();
    }

    private void receive(String key, JsonFieldReader value) {
        switch (key) {
            case "custom_id" -> customId = value.text().orElse(null);
            case "result" -> value.readObject(this::receiveResult);
            default -> {}
        }
    }

    private void receiveResult(String key, JsonFieldReader value) {
        switch (key) {
            case "type" -> type = value.text().orElse("");
            case "message" -> message = value.isObject() ? value.bytes() : null;
            case "error" -> error = value.isObject() ? value.bytes() : null;
            default -> {}
        }
    }

    private Optional<ItemResult> item() {
        String id = customId;
        if (id == null) {
            return Optional.empty();
        }
        return switch (type) {
            case "succeeded" ->
                Optional.ofNullable(message).map(body -> new ItemResult.Replied(id, BatchedReply.of(200, body), false));
            case "errored" ->
                Optional.ofNullable(error).map(told -> Failure.of(told).item(id));
            case "expired" ->
                Optional.of(new ItemResult.NotExecuted(
                        id, ItemResult.NotExecutedCause.EXPIRED, "expired before execution"));
            case "canceled", "cancelled" ->
                Optional.of(new ItemResult.NotExecuted(
                        id, ItemResult.NotExecutedCause.CANCELLED, "cancelled before execution"));
            default -> Optional.empty();
        };
    }

    /// `{"type": "error", "error": {type, message}, "request_id"}`, or the inner object alone.
    private static final class Failure {
        private String outer = "";
        private @Nullable String inner;
        private Optional<String> requestId = Optional.empty();
        private final byte[] error;

        private Failure(byte[] error) {
            this.error = error;
        }

        static Failure of(byte[] error) {
            var failure = new Failure(error);
            JsonFieldReader.read(error, failure::receive);
            return failure;
        }

        private void receive(String key, JsonFieldReader value) {
            switch (key) {
                case "type" -> outer = value.text().orElse("");
                case "request_id" -> requestId = value.text();
                case "error" -> {
                    inner = "";
                    value.readObject(this::receiveInner);
                }
                default -> {}
            }
        }

        private void receiveInner(String key, JsonFieldReader value) {
            if (key.equals("type")) {
                inner = value.text().orElse("");
            }
        }

        ItemResult item(String id) {
            byte[] body = inner == null ? wrapped() : error;
            int status = status(inner == null ? outer : inner);
            return new ItemResult.Replied(id, BatchedReply.of(status, body, REQUEST_ID, requestId), false);
        }

        private byte[] wrapped() {
            byte[] before = "{\"type\":\"error\",\"error\":".getBytes(StandardCharsets.US_ASCII);
            byte[] body = new byte[before.length + error.length + 1];
            System.arraycopy(before, 0, body, 0, before.length);
            System.arraycopy(error, 0, body, before.length, error.length);
            body[body.length - 1] = '}';
            return body;
        }

        /// The realtime status of an error of this type.
        private static int status(String type) {
            return switch (type) {
                case "invalid_request_error" -> 400;
                case "authentication_error" -> 401;
                case "billing_error" -> 402;
                case "permission_error" -> 403;
                case "not_found_error" -> 404;
                case "request_too_large" -> 413;
                case "rate_limit_error" -> 429;
                case "timeout_error" -> 504;
                case "overloaded_error" -> 529;
                default -> 500;
            };
        }
    }
}
