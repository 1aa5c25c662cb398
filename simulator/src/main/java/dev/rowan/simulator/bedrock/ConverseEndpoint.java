package dev.rowan.simulator.bedrock;

import dev.rowan.simulator.answer.Model;
import dev.rowan.simulator.answer.SimulatedAnswer;
import dev.rowan.simulator.answer.TokenUsage;
import dev.rowan.simulator.cache.CacheUse;
import dev.rowan.simulator.http.HttpRequest;
import dev.rowan.simulator.json.JsonObjects;
import dev.rowan.simulator.service.Endpoint;
import dev.rowan.simulator.service.EndpointRequest;
import dev.rowan.simulator.service.ModelReply;
import dev.rowan.simulator.service.Refusal;
import dev.rowan.simulator.service.RefusedException;
import dev.rowan.simulator.service.ServiceDialect;
import dev.rowan.simulator.tier.SimulatedTier;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// `POST /model/{id}/converse`.
public record ConverseEndpoint(ServiceDialect dialect) implements Endpoint {
    private static final Pattern PATH = Pattern.compile("/model/([^/]+)/converse");

    @Override
    public String name() {
        return "bedrock_converse";
    }

    @Override
    public boolean serves(HttpRequest request) {
        return request.method().equals("POST") && PATH.matcher(request.path()).matches();
    }

    @Override
    public ModelReply answer(EndpointRequest request) throws RefusedException {
        Matcher path = PATH.matcher(request.request().path());
        return answer(request, URLDecoder.decode(path.matches() ? path.group(1) : "", StandardCharsets.UTF_8));
    }

    /// The answer of `model` to the request's body.
    static ModelReply answer(EndpointRequest request, String model) throws RefusedException {
        if (!request.models().has(model)) {
            throw BedrockDialect.invalid("The provided model identifier is invalid.")
                    .thrown();
        }
        var asked = new ConverseRequest(request.body());
        SimulatedAnswer answer = Model.answer(asked.prompt(), request.ending(), request.voice());
        CacheUse cache =
                request.serving().use(asked.blocks(model, request.serving().acceptsKeys()), request.now());
        TokenUsage usage = answer.usage().with(cache.tokens());
        SimulatedTier tier = request.serving()
                .tier(asked.tier())
                .orElseThrow(() -> Refusal.of(503, "ServiceUnavailableException", "Resource unavailable: flex tier.")
                        .thrown());
        return new ModelReply(model, usage, body(answer, usage, tier), tier, cache);
    }

    private static Map<String, @Nullable Object> body(SimulatedAnswer answer, TokenUsage usage, SimulatedTier tier) {
        return JsonObjects.object(
                "output",
                JsonObjects.object(
                        "message",
                        JsonObjects.object(
                                "role", "assistant", "content", List.of(JsonObjects.object("text", answer.text())))),
                "stopReason",
                switch (answer.ending()) {
                    case STOP -> "end_turn";
                    case LENGTH -> "max_tokens";
                    case CONTENT_FILTER, REFUSAL -> "content_filtered";
                    case PROMPT_BLOCKED -> "guardrail_intervened";
                    case PAUSE -> "tool_use";
                },
                "usage",
                JsonObjects.object(
                        "inputTokens",
                        usage.fresh(),
                        "outputTokens",
                        usage.output(),
                        "totalTokens",
                        usage.total(),
                        "cacheReadInputTokens",
                        usage.cache().read(),
                        "cacheWriteInputTokens",
                        usage.cache().written(),
                        "cacheDetails",
                        List.of(
                                JsonObjects.object(
                                        "ttl",
                                        "5m",
                                        "inputTokens",
                                        usage.cache().fiveMinutes()),
                                JsonObjects.object(
                                        "ttl",
                                        "1h",
                                        "inputTokens",
                                        usage.cache().hour()))),
                "metrics",
                JsonObjects.object("latencyMs", 1),
                "serviceTier",
                JsonObjects.object("type", tier.word()));
    }
}
