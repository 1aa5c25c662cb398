package dev.rowan.providers.openai;

import dev.rowan.api.batch.ItemResult;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Timings;
import dev.rowan.api.call.WireReply;
import dev.rowan.providers.reply.JsonFieldReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Parses a line of an output or error file: `{"custom_id", "response": {"status_code", "request_id", "body"},
/// "error": {"code", "message"}}`. Other fields are ignored. Owned by one thread.
final class ResultLine {
    private static final Headers JSON = Headers.of("content-type", "application/json");
    private static final Timings NO_TIME = new Timings(Optional.empty(), Optional.empty(), Duration.ZERO);
    private static final int LONGEST_ID = 200;

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
            case "request_id" -> requestId = value.text().filter(ResultLine::isId);
            case "body" -> body = value.bytes();
            default -> {}
        }
    }

    private static boolean isId(String text) {
        return !text.isEmpty() && text.length() <= LONGEST_ID && text.chars().allMatch(c -> c > ' ' && c < 0x7f);
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
                    : Optional.of(new ItemResult.Replied(id, reply(code, body)));
        }
        byte[] failure = error;
        return failure == null ? Optional.empty() : Optional.of(failed(id, failure));
    }

    private WireReply.Complete reply(int code, byte[] content) {
        Payload payload = Payload.of(content);
        Headers headers = requestId.map(id -> JSON.with("x-request-id", id)).orElse(JSON);
        return new WireReply.Complete(code, headers, payload, NO_TIME);
    }

    /// A request without a reply. Unless it expired or was cancelled, it is a provider error with the same form as
    /// in realtime.
    private ItemResult failed(String id, byte[] failure) {
        var words = new Words();
        JsonFieldReader.read(failure, words::receive);
        String code = words.code.toLowerCase(Locale.ROOT);
        if (code.contains("expired")) {
            return new ItemResult.NotExecuted(id, ItemResult.NotExecutedCause.EXPIRED, words.message);
        }
        if (code.contains("cancel")) {
            return new ItemResult.NotExecuted(id, ItemResult.NotExecutedCause.CANCELLED, words.message);
        }
        byte[] before = "{\"error\":".getBytes(StandardCharsets.US_ASCII);
        byte[] content = new byte[before.length + failure.length + 1];
        System.arraycopy(before, 0, content, 0, before.length);
        System.arraycopy(failure, 0, content, before.length, failure.length);
        content[content.length - 1] = '}';
        return new ItemResult.Replied(id, reply(500, content), false);
    }

    /// Code and message of an error.
    private static final class Words {
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
