package dev.rowan.providers.llm;

import dev.rowan.api.Reason;
import dev.rowan.api.call.CallResult;
import dev.rowan.providers.chat.ChatReply;
import dev.rowan.providers.reply.Rejection;
import dev.rowan.providers.schema.AnswerCheck;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The result of a query for the row.
sealed interface ModelAnswer {

    /// The value for the output field.
    record Value(@Nullable Object value) implements ModelAnswer {}

    /// The answer does not match the schema.
    record Unfit(String text, String why) implements ModelAnswer {}

    record Failed(Reason reason) implements ModelAnswer {}

    static ModelAnswer of(CallResult result, ReplyReading reading, Query query) {
        return switch (result) {
            case CallResult.Answered(var reply, var _, var _) -> of(reading.of(reply), query);
            case CallResult.Rejected(var reply, var _, var _)
            when reading.of(reply) instanceof ChatReply.Filtered filtered -> of(filtered, query);
            case CallResult.Rejected _, CallResult.RateLimited _, CallResult.NoReply _ ->
                new Failed(result.failure().orElseThrow());
        };
    }

    static ModelAnswer of(ChatReply reply, Query query) {
        return switch (reply) {
            case ChatReply.Answered(var text, var details)
            when query.structure().isEmpty() && text.isBlank() && !query.allowEmpty() ->
                failed("empty_answer", "the model's answer is empty; set allow_empty: true to let it pass", details);
            case ChatReply.Answered(var text, var _) ->
                query.structure()
                        .map(structure -> checked(text, structure.check(), query.output()))
                        .orElseGet(() -> new Value(text));
            case ChatReply.Truncated(var _, var details) ->
                failed("response_truncated", "the answer exceeded max_tokens " + query.maxTokens(), details);
            case ChatReply.Filtered(var what, var details) ->
                failed("content_filtered", "blocked by the provider's content filter: " + what, details);
            case ChatReply.Refused(var text, var details) ->
                failed("model_refused", "the model declined to answer: " + shortened(text), details);
            case ChatReply.Malformed(var why, var details) ->
                failed("malformed_response", "the reply holds no usable answer: " + why, details);
            case ChatReply.Rejected(var rejection, var _) -> new Failed(apiError(rejection));
        };
    }

    private static ModelAnswer checked(String text, AnswerCheck check, OutputColumns output) {
        return switch (check.check(text)) {
            case AnswerCheck.Checked.Valid(var value)
            when output.needsObject() && !(value instanceof Map<?, ?>) -> new Unfit(text, "it must be an object");
            case AnswerCheck.Checked.Valid(var value) -> new Value(value);
            case AnswerCheck.Checked.Invalid(var why) -> new Unfit(text, why);
        };
    }

    private static ModelAnswer failed(String code, String message, ChatReply.Details details) {
        return new Failed(
                with(with(Reason.of(code, message), "finish_reason", details.finish()), "model", details.model()));
    }

    private static Reason with(Reason reason, String key, Optional<String> value) {
        return value.map(v -> reason.with(key, v)).orElse(reason);
    }

    /// An error with a success status; it has the same form as one with an error status.
    private static Reason apiError(Rejection rejection) {
        boolean passing = switch (rejection.kind()) {
            case RETRYABLE, CAPACITY -> true;
            case DEAD_KEY, NO_CREDIT, INVALID -> false;
        };
        return Reason.of("api_error", rejection.message())
                .with("error_type", "http_error")
                .with("status_code", rejection.status())
                .with("retryable", passing);
    }

    /// Truncates to 200 characters.
    static String shortened(String text) {
        int limit = 200;
        return text.codePointCount(0, text.length()) <= limit
                ? text
                : text.substring(0, text.offsetByCodePoints(0, limit)) + "…";
    }
}
