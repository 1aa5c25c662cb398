package dev.rowan.referees;

import dev.rowan.providers.chat.ChatReply;
import dev.rowan.providers.chat.ChatRequest;
import dev.rowan.providers.chat.GenerationParameters;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The question that every SDK and every codec of ours sends.
final class SampleQuestion {
    static final String SYSTEM = "Answer positive or negative.";
    static final String USER = "What a great day!";
    static final String ANSWER = "positive";
    static final int MAX_TOKENS = 64;
    static final String SCHEMA_NAME = "verdict";

    /// A schema whose only instances are `{"mood":"positive"}` and `{"mood":"negative"}`.
    static final Map<String, @Nullable Object> SCHEMA = Map.of(
            "type",
            "object",
            "properties",
            Map.of("mood", Map.of("type", "string", "enum", List.of("positive", "negative"))),
            "required",
            List.of("mood"),
            "additionalProperties",
            false);

    static final String JSON_ANSWER = "{\"mood\":\"positive\"}";

    private SampleQuestion() {}

    static ChatRequest plain(String model) {
        return new ChatRequest(
                model,
                Optional.of(SYSTEM),
                List.of(USER),
                MAX_TOKENS,
                GenerationParameters.withTemperature(Optional.of(BigDecimal.ZERO)),
                Optional.empty());
    }

    static ChatRequest withSchema(String model) {
        return new ChatRequest(
                model,
                Optional.of(SYSTEM),
                List.of(USER),
                MAX_TOKENS,
                GenerationParameters.withTemperature(Optional.empty()),
                Optional.of(new ChatRequest.AnswerSchema(SCHEMA_NAME, SCHEMA)));
    }

    /// The text of an answer; any other reply fails the test.
    static String text(ChatReply reply) {
        if (reply instanceof ChatReply.Answered(String text, var _)) {
            return text;
        }
        throw new AssertionError("no answer: " + reply);
    }
}
