package dev.rowan.simulator.openai;

import dev.rowan.simulator.answer.AnswerEnding;
import dev.rowan.simulator.answer.SimulatedAnswer;
import dev.rowan.simulator.answer.TokenUsage;
import dev.rowan.simulator.json.JsonObjects;
import dev.rowan.simulator.service.EndpointRequest;
import dev.rowan.simulator.tier.SimulatedTier;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A chat completion in OpenAI's format.
public final class ChatCompletion {
    private ChatCompletion() {}

    /// The whole body; what others add goes into its choice and its usage.
    public static Map<String, @Nullable Object> body(
            EndpointRequest request,
            String model,
            SimulatedTier tier,
            Map<String, @Nullable Object> choice,
            Map<String, @Nullable Object> usage) {
        return JsonObjects.object(
                "id",
                request.seed().id("chatcmpl-"),
                "object",
                "chat.completion",
                "created",
                request.now().getEpochSecond(),
                "model",
                model,
                "choices",
                List.of(choice),
                "usage",
                usage,
                "service_tier",
                tier == SimulatedTier.BATCH ? "default" : tier.word(),
                "system_fingerprint",
                "fp_simulator");
    }

    public static Map<String, @Nullable Object> choice(SimulatedAnswer answer) {
        boolean refused = answer.ending() == AnswerEnding.REFUSAL;
        return JsonObjects.object(
                "index",
                0,
                "message",
                JsonObjects.object(
                        "role",
                        "assistant",
                        "content",
                        refused ? null : answer.text(),
                        "refusal",
                        refused ? answer.text() : null,
                        "annotations",
                        List.of()),
                "logprobs",
                null,
                "finish_reason",
                switch (answer.ending()) {
                    case STOP, REFUSAL, PAUSE -> "stop";
                    case LENGTH -> "length";
                    case CONTENT_FILTER, PROMPT_BLOCKED -> "content_filter";
                });
    }

    static Map<String, @Nullable Object> cacheDetails(TokenUsage usage) {
        return JsonObjects.object(
                "cached_tokens", usage.cache().read(),
                "cache_write_tokens", usage.cache().written());
    }

    public static Map<String, @Nullable Object> usage(TokenUsage usage) {
        return JsonObjects.object(
                "prompt_tokens", usage.input(),
                "completion_tokens", usage.output(),
                "total_tokens", usage.total(),
                "prompt_tokens_details", cacheDetails(usage),
                "completion_tokens_details", JsonObjects.object("reasoning_tokens", usage.reasoning()));
    }
}
