package dev.rowan.providers.openai;

import dev.rowan.api.batch.ItemResult;
import dev.rowan.api.batch.ItemResult.NotExecutedCause;
import dev.rowan.providers.reply.JsonFieldReader;
import dev.rowan.providers.reply.RpcCode;
import dev.rowan.providers.service.BatchedReply;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Parses a result of xAI: `{"batch_request_id", "batch_result": {"response": {"chat_get_completion": body}}}`, or
/// `{"error": {"code", "message"}}` instead of the response. Owned by one thread.
final class XaiResultLine {
    private static final int GRPC_CANCELLED = 1;

    private @Nullable String id;
    private byte @Nullable [] body;
    private byte @Nullable [] error;
    private int code;
    private String message = "no reason given";

    private XaiResultLine() {}

    static Optional<ItemResult> read(byte[] line) {
        var result = new XaiResultLine();
        return JsonFieldReader.read(line, result::receive) ? result.item() : Optional.empty();
    }

    private void receive(String key, JsonFieldReader value) {
        switch (key) {
            case "batch_request_id" -> id = value.text().orElse(null);
            case "batch_result" -> value.readObject(this::receiveResult);
            default -> {}
        }
    }

    private void receiveResult(String key, JsonFieldReader value) {
        switch (key) {
            case "response" -> value.readObject((_, answer) -> body = answer.isObject() ? answer.bytes() : null);
            case "error" -> {
                error = value.isObject() ? value.bytes() : null;
                if (error != null) {
                    JsonFieldReader.read(error, this::receiveError);
                }
            }
            default -> {}
        }
    }

    private void receiveError(String key, JsonFieldReader value) {
        switch (key) {
            case "code" -> code = value.integer().orElse(0);
            case "message" -> message = value.text().orElse(message);
            default -> {}
        }
    }

    private Optional<ItemResult> item() {
        String request = id;
        if (request == null) {
            return Optional.empty();
        }
        byte[] answer = body;
        if (answer != null) {
            return Optional.of(new ItemResult.Replied(request, BatchedReply.of(200, answer), true));
        }
        byte[] failure = error;
        return failure == null ? Optional.empty() : Optional.of(failed(request, failure));
    }

    private ItemResult failed(String request, byte[] failure) {
        if (code == GRPC_CANCELLED) {
            boolean expired = message.toLowerCase(Locale.ROOT).contains("expired");
            return new ItemResult.NotExecuted(
                    request, expired ? NotExecutedCause.EXPIRED : NotExecutedCause.CANCELLED, message);
        }
        return new ItemResult.Replied(
                request, BatchedReply.of(RpcCode.httpStatus(code), BatchedReply.errorBody(failure)), false);
    }
}
