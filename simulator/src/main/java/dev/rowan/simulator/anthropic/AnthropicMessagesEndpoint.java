package dev.rowan.simulator.anthropic;

import dev.rowan.simulator.answer.AnswerEnding;
import dev.rowan.simulator.answer.Model;
import dev.rowan.simulator.answer.SimulatedAnswer;
import dev.rowan.simulator.answer.TokenUsage;
import dev.rowan.simulator.answer.Tokens;
import dev.rowan.simulator.cache.CacheUse;
import dev.rowan.simulator.http.HttpRequest;
import dev.rowan.simulator.json.Fields;
import dev.rowan.simulator.json.JsonObjects;
import dev.rowan.simulator.service.Endpoint;
import dev.rowan.simulator.service.EndpointRequest;
import dev.rowan.simulator.service.EndpointResult;
import dev.rowan.simulator.service.ModelReply;
import dev.rowan.simulator.service.Operation;
import dev.rowan.simulator.service.Refusal;
import dev.rowan.simulator.service.RefusedException;
import dev.rowan.simulator.service.ServiceDialect;
import dev.rowan.simulator.tier.SimulatedTier;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// `POST /v1/messages`.
public record AnthropicMessagesEndpoint(ServiceDialect dialect) implements Endpoint {

    @Override
    public String name() {
        return "anthropic_messages";
    }

    @Override
    public boolean serves(HttpRequest request) {
        return request.method().equals("POST") && request.path().equals("/v1/messages");
    }

    /// `POST /v1/messages/count_tokens`.
    public Operation countTokens() {
        return new Operation(
                "anthropic_count_tokens",
                dialect,
                "POST",
                Pattern.compile("/v1/messages/count_tokens"),
                Operation.Body.JSON,
                (request, _) -> {
                    ApiVersion version = ApiVersion.of(request.request());
                    model(request);
                    var asked = new LinkedHashMap<String, @Nullable Object>(
                            request.body().all());
                    if (asked.put("max_tokens", 1) != null) {
                        throw AnthropicDialect.invalid("max_tokens: Extra inputs are not permitted")
                                .thrown();
                    }
                    long tokens = Tokens.count(
                            MessagesRequest.read(new Fields(asked), version).whole());
                    return EndpointResult.Resource.of(JsonObjects.object("input_tokens", tokens));
                });
    }

    private static String model(EndpointRequest request) throws RefusedException {
        String model = request.body()
                .text("model")
                .orElseThrow(
                        () -> AnthropicDialect.invalid("model: Field required").thrown());
        if (!request.models().has(model)) {
            throw Refusal.of(404, "not_found_error", "model: " + model).thrown();
        }
        return model;
    }

    @Override
    public ModelReply answer(EndpointRequest request) throws RefusedException {
        ApiVersion version = ApiVersion.of(request.request());
        return answer(request, model(request), version);
    }

    /// The answer of `model` where the version is not in a header.
    public static ModelReply answer(EndpointRequest request, String model) throws RefusedException {
        return answer(request, model, ApiVersion.V2023_06_01);
    }

    private static ModelReply answer(EndpointRequest request, String model, ApiVersion version)
            throws RefusedException {
        SimulatedAnswer answer =
                Model.answer(MessagesRequest.read(request.body(), version), request.ending(), request.voice());
        CacheUse cache = request.serving().use(CachedBlocks.read(request.body(), model), request.now());
        TokenUsage usage = answer.usage().with(cache.tokens());
        SimulatedTier tier = request.serving().tier("").orElseThrow();
        return new ModelReply(model, usage, body(request, model, answer, usage), tier, cache);
    }

    private static Map<String, @Nullable Object> body(
            EndpointRequest request, String model, SimulatedAnswer answer, TokenUsage usage) {
        List<Map<String, @Nullable Object>> content = answer.ending() == AnswerEnding.PROMPT_BLOCKED
                ? List.of()
                : List.of(JsonObjects.object("type", "text", "text", answer.text()));
        return JsonObjects.object(
                "id",
                request.seed().id("msg_"),
                "type",
                "message",
                "role",
                "assistant",
                "model",
                model,
                "content",
                content,
                "stop_reason",
                switch (answer.ending()) {
                    case STOP -> "end_turn";
                    case LENGTH -> "max_tokens";
                    case CONTENT_FILTER, REFUSAL, PROMPT_BLOCKED -> "refusal";
                    case PAUSE -> "pause_turn";
                },
                "stop_sequence",
                null,
                "usage",
                JsonObjects.object(
                        "input_tokens",
                        usage.fresh(),
                        "cache_creation_input_tokens",
                        usage.cache().written(),
                        "cache_read_input_tokens",
                        usage.cache().read(),
                        "cache_creation",
                        JsonObjects.object(
                                "ephemeral_5m_input_tokens", usage.cache().fiveMinutes(),
                                "ephemeral_1h_input_tokens", usage.cache().hour()),
                        "output_tokens",
                        usage.output(),
                        "service_tier",
                        "standard"));
    }
}
