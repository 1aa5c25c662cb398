package dev.rowan.providers.gemini;

import dev.rowan.api.batch.ItemResult;
import dev.rowan.json.RowJson;
import dev.rowan.providers.reply.JsonFieldReader;
import dev.rowan.providers.reply.RpcCode;
import dev.rowan.providers.service.BatchedReply;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Parses a line of responses: `{"key" or "metadata": {"key"}, "response" or "error": {"code", "message"}}`. Other
/// fields are ignored. Owned by one thread.
final class ItemLine {
    private @Nullable String key;
    private byte @Nullable [] response;
    private byte @Nullable [] error;

    private ItemLine() {}

    static Optional<ItemResult> read(byte[] line) {
        var item = new ItemLine();
        return JsonFieldReader.read(line, item::receive) ? item.result() : Optional.empty();
    }

    private void receive(String name, JsonFieldReader value) {
        switch (name) {
            case "key" -> key = value.text().orElse(null);
            case "metadata" -> value.readObject(this::receiveMetadata);
            case "response" -> response = value.isObject() ? value.bytes() : null;
            case "error" -> error = value.isObject() ? value.bytes() : null;
            default -> {}
        }
    }

    private void receiveMetadata(String name, JsonFieldReader value) {
        if (name.equals("key") && key == null) {
            key = value.text().orElse(null);
        }
    }

    private Optional<ItemResult> result() {
        String id = key;
        if (id == null) {
            return Optional.empty();
        }
        byte[] failure = error;
        if (failure != null) {
            return Optional.of(Failure.of(failure).item(id));
        }
        return Optional.ofNullable(response).map(body -> new ItemResult.Replied(id, BatchedReply.of(200, body), false));
    }

    /// `{"code", "message", "details"}` with a google.rpc code, which in realtime is an HTTP status.
    private static final class Failure {
        private RpcCode code = RpcCode.UNKNOWN;
        private Optional<String> word = Optional.empty();
        private String message = "no reason given";
        private byte @Nullable [] details;

        static Failure of(byte[] error) {
            var failure = new Failure();
            JsonFieldReader.read(error, failure::receive);
            return failure;
        }

        private void receive(String name, JsonFieldReader value) {
            switch (name) {
                case "code" -> code = value.integer().map(RpcCode::of).orElse(RpcCode.UNKNOWN);
                case "status" -> word = value.text();
                case "message" -> message = value.text().orElse(message);
                case "details" -> details = value.bytes();
                default -> {}
            }
        }

        /// A cancelled request was not executed.
        ItemResult item(String id) {
            return code == RpcCode.CANCELLED
                    ? new ItemResult.NotExecuted(id, ItemResult.NotExecutedCause.CANCELLED, message)
                    : new ItemResult.Replied(id, BatchedReply.of(code.status(), body()), false);
        }

        private byte[] body() {
            var body = new ByteArrayOutputStream();
            body.writeBytes(ascii("{\"error\":{\"code\":" + code.status() + ",\"message\":"));
            body.writeBytes(RowJson.writeValue(message));
            body.writeBytes(ascii(",\"status\":"));
            body.writeBytes(RowJson.writeValue(word.orElse(code.name())));
            byte[] more = details;
            if (more != null && more.length > 0 && more[0] == '[') {
                body.writeBytes(ascii(",\"details\":"));
                body.writeBytes(more);
            }
            body.writeBytes(ascii("}}"));
            return body.toByteArray();
        }

        private static byte[] ascii(String text) {
            return text.getBytes(StandardCharsets.US_ASCII);
        }
    }
}
